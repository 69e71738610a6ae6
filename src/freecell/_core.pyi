import numpy as np
from numpy.typing import NDArray

def deal_block(first: int, out: NDArray[np.uint8], threads: int, vector: bool = True) -> None: ...
