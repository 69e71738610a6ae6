"""The page and its API: written as files by `freecell site`, served by `freecell serve`.

    app           the FastAPI application: the API, the page's files, errors
    api           the routes of the API
    requests      models of what is read
    responses     models of what is written
    reference     the API's description as a page
    limits        limits of a request and of a client
    queues        threads for which clients take turns
    clients       who a client is
    middleware    the size of bodies, security headers, the access log
    server        the process: uvicorn and its options
    site          the page as files
    bundling      its modules as one script
    single        all of it as one file
    static_files  the files that are served, kept in memory

The page itself is in `static`. Writing it as files (`site`, `bundling`, `single`) needs nothing else.
Serving it needs the extra `[web]`.
"""
