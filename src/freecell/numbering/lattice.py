"""Lattices of a few dimensions, with exact integers: a short basis, and the vector that is closest to a point.

After A. K. Lenstra, H. W. Lenstra and L. Lovász (1982), in integers as in H. Cohen, "A Course in Computational
Algebraic Number Theory", algorithm 2.6.7; and L. Babai's nearest plane (1986).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Vector = list[int]


def reduced(basis: Sequence[Sequence[int]]) -> list[Vector]:
    """A basis of the same lattice with short, nearly orthogonal vectors.

    >>> reduced([[1, 0], [1000, 1]])
    [[1, 0], [0, 1]]
    """
    rows = [list(row) for row in basis]
    size = len(rows)
    # Gram-Schmidt in integers: the length of orthogonal vector k, squared, is dets[k + 1] / dets[k], and the
    # coefficient of vector k for orthogonal vector j is scaled[k][j] / dets[j + 1].
    dets, scaled = [1] + [0] * size, [[0] * size for _ in rows]
    for k in range(size):
        _orthogonalise(rows, dets, scaled, k)
    k = 1
    while k < size:
        _subtract(rows, dets, scaled, k, k - 1)
        if 4 * dets[k + 1] * dets[k - 1] < 3 * dets[k] ** 2 - 4 * scaled[k][k - 1] ** 2:
            _swap(rows, dets, scaled, k)
            k = max(1, k - 1)
        else:
            for j in range(k - 2, -1, -1):
                _subtract(rows, dets, scaled, k, j)
            k += 1
    return rows


def closest(basis: Sequence[Vector], point: Sequence[int]) -> Vector:
    """The lattice vector whose cell, spanned by the orthogonalised basis, contains the point.

    >>> closest([[10, 0], [3, 10]], [12, 9])
    [13, 10]
    """
    orthogonal = orthogonalised(basis)
    rest = [Fraction(value) for value in point]
    for row, direction in zip(reversed(basis), reversed(orthogonal), strict=True):
        times = round(_dot(rest, direction) / _dot(direction, direction))
        rest = [value - times * part for value, part in zip(rest, row, strict=True)]
    return [int(value - left) for value, left in zip(point, rest, strict=True)]


def orthogonalised(basis: Sequence[Vector]) -> list[list[Fraction]]:
    """The parts of each vector that are orthogonal to all before it."""
    found: list[list[Fraction]] = []
    for row in basis:
        vector = [Fraction(value) for value in row]
        for other in found:
            times = _dot(row, other) / _dot(other, other)
            vector = [value - times * part for value, part in zip(vector, other, strict=True)]
        found.append(vector)
    return found


def _dot(one: Sequence[Fraction | int], other: Sequence[Fraction | int]) -> Fraction:
    return Fraction(sum(a * b for a, b in zip(one, other, strict=True)))


def _orthogonalise(rows: list[Vector], dets: Vector, scaled: list[Vector], k: int) -> None:
    for j in range(k + 1):
        value = sum(a * b for a, b in zip(rows[k], rows[j], strict=True))
        for i in range(j):
            value = (dets[i + 1] * value - scaled[k][i] * scaled[j][i]) // dets[i]
        if j < k:
            scaled[k][j] = value
        else:
            dets[k + 1] = value


def _subtract(rows: list[Vector], dets: Vector, scaled: list[Vector], k: int, j: int) -> None:
    """Subtract the multiple of vector j from vector k that brings their coefficient below a half."""
    if 2 * abs(scaled[k][j]) <= dets[j + 1]:
        return
    times = (2 * scaled[k][j] + dets[j + 1]) // (2 * dets[j + 1])
    rows[k] = [a - times * b for a, b in zip(rows[k], rows[j], strict=True)]
    scaled[k][j] -= times * dets[j + 1]
    for i in range(j):
        scaled[k][i] -= times * scaled[j][i]


def _swap(rows: list[Vector], dets: Vector, scaled: list[Vector], k: int) -> None:
    """Exchange vector k with the one before it."""
    rows[k], rows[k - 1] = rows[k - 1], rows[k]
    scaled[k][: k - 1], scaled[k - 1][: k - 1] = scaled[k - 1][: k - 1], scaled[k][: k - 1]
    between = scaled[k][k - 1]
    det = (dets[k - 1] * dets[k + 1] + between**2) // dets[k]
    for row in scaled[k + 1 :]:
        last = row[k]
        row[k] = (dets[k + 1] * row[k - 1] - between * last) // dets[k]
        row[k - 1] = (det * last + between * row[k]) // dets[k + 1]
    dets[k] = det
