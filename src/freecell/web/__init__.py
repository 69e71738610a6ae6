"""The page and its API, served by `freecell serve`.

    app        puts the rest together
    routes     what the API answers
    asked      what a request may ask: positions, and the shape of bodies
    told       the shape of answers, for the API's description
    looks      short searches of many boards at once
    lines      threads for work that must not hold up other requests
    shelf      the files that are served, kept in memory
    guard      what holds for every request: the size of bodies, headers, HEAD
    reference  the API's description as a page
    server     the process that serves it all

The page itself is in `static`. All this needs the extra `[web]`.
"""
