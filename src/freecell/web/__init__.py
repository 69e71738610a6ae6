"""The page and its API, served by `freecell serve`.

    app           puts the rest together
    routes        the table of the API's routes: what each takes and gives, and how it can fail
    requests      what is read, of the values in `fields`
    responses     what is written
    handlers      what each route does in between
    openapi       the API's description, made from the table and the models
    reference     the same as a page
    workers       threads for work that must not hold up other requests
    batching      short searches of many boards at once
    middleware    what holds for every request: the size of bodies, headers
    site          the page as files
    static_files  the files that are served, kept in memory
    server        the process that serves it all

The page itself is in `static`. All this needs the extra `[web]`.
"""
