"""Judging programs that others wrote.

kit       the conformance kit: digests of many boards
"""
