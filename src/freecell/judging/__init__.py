"""Checks of programs that others wrote.

kit        the conformance kit: digests of many boards
deals      whether a program deals the right boards, and if not, what is wrong
mistakes   common mistakes in dealing (`mistakes.toml`), and which of them explain given boards
reading    finds boards in a program's output, whatever surrounds them
solvers    how well a program solves; contest.py draws a chart
programs   runs a program that may hang, flood its output or crash
"""
