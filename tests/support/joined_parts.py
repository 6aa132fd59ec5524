"""Parts of joints between rows of bodies, as `together.graph` takes them."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from physics.constraints.together.graph import Joined


def joined(pairs: np.ndarray, still: Sequence[int] = (), owner: Sequence[int] | None = None) -> Joined:
    """The Joined of parts between these rows, of which `still` are not dynamic; each part is a joint, or of `owner`."""
    pairs = np.asarray(pairs, np.int64).reshape(-1, 2)
    return Joined(pairs, ~np.isin(pairs, still), np.asarray(range(len(pairs)) if owner is None else owner, np.int64))
