"""Judging programs that others wrote.

kit        the conformance kit: digests of many boards
deals      whether a program deals the right boards, and what is wrong if not
mistakes   the ways in which people get the deal wrong (`mistakes.toml`), and which of them boards show
reading    boards in a program's output, whatever stands around them
solvers    whether a program solves, how fast and how short; contest.py draws it
programs   running a program that may hang, flood its output or die
"""
