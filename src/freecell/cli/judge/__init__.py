"""Check a program that you wrote: whether it deals the right boards, or whether it solves them.

The program can be any command that reads standard input and writes to standard output.
"""

COMMANDS = {
    "deals": "check whether a program deals the right boards, and name its likely mistake",
    "solver": "check how many deals a program solves, how fast, and how short its solutions are",
}
