"""The page and its API: written as files by `freecell site`, served by `freecell serve`.

    app           the FastAPI application: the API, the page's files, errors
    api           the routes of the API
    requests      models of request bodies
    responses     models of response bodies
    reference     the API's description as a page
    limits        limits of a request and of a client
    queues        threads that clients share by taking turns
    clients       identifies clients
    middleware    the size of bodies, security headers, the access log
    server        the process: uvicorn and its options
    site          the page as files
    bundling      its modules as one script
    embedding     the element <freecell-board> for other pages, as one script
    single        the page as one file
    static_files  the served files, cached in memory

The page itself is in `static`. Writing it as files (`site`, `bundling`, `embedding`, `single`) has no dependencies;
serving it needs the extra `[web]`.
"""
