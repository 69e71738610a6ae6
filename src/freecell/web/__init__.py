"""The page and its API: written as files by `freecell site`, served by `freecell serve`.

    app           puts the rest together
    routes        the table of the API's routes: what each takes and gives, and how it can fail
    requests      what is read, of the values in `fields`
    responses     what is written
    handlers      what each route does in between
    openapi       the API's description, made from the table and the models
    reference     the same as a page
    limits        what one request, one connection and one client may take
    clients       who a client is
    queues        a queue in which clients take turns
    workers       threads for work that must not hold up other requests
    batching      short searches of many boards at once
    decided       what longer searches have decided, for whoever asks again
    middleware    what holds for every request: the size of bodies, headers, a log of them
    connections   how many there are, what comes in on each, and how long it may take
    site          the page as files
    bundling      its modules as one script
    single        all of it as one file
    static_files  the files that are served, kept in memory
    logs          what is written to the standard error
    server        the process that serves it all

The page itself is in `static`. To write it as files (`site`, `bundling`, `single`) nothing else is needed.
To serve it, the extra `[web]` is.
"""
