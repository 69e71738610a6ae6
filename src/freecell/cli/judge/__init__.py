"""Check a program that you wrote: whether it deals the right boards, or solves them.

The program is any command. It reads from standard input and writes to standard output.
"""

COMMANDS = {
    "deals": "check whether a program deals the right boards, and name its likely mistake",
    "solver": "check whether a program solves deals, and how fast and how short",
}
