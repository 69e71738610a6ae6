"""The manifest of a survey: `survey.json`, written before anything else. It contains the plan and a checksum.

Parts contain the plan, too. If the manifest is missing or damaged, it is restored from the first intact part.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from freecell.errors import SurveyError
from freecell.survey.parts import carried_plan
from freecell.survey.plan import ManifestError, Plan
from freecell.survey.store import Store

MANIFEST = "survey.json"

_PART = re.compile(r"part-\d{6,}\.parquet")


class Found(NamedTuple):
    """The plan of a survey, and the problem with its manifest if the plan came from a part."""

    plan: Plan
    problem: str | None


class NoSurveyError(SurveyError):
    """No survey was found in a folder or at an address.

    >>> from freecell import survey
    >>> survey.open("no-such-folder")
    Traceback (most recent call last):
      ...
    freecell.survey.manifest.NoSurveyError: no survey found in no-such-folder: it has no survey.json
    """


class NoPlanError(SurveyError):
    """The manifest is damaged, and no part contains the plan."""


def find_plan(store: Store) -> Found:
    """The plan of the existing survey."""
    try:
        return Found(Plan.from_json(store.read(MANIFEST)), None)
    except (FileNotFoundError, NotADirectoryError):
        problem = None
    except OSError as error:
        problem = f"{MANIFEST} can't be read: {error.strerror or error}"
    except ManifestError as error:
        problem = f"{MANIFEST} is damaged: {error}"
    except SurveyError as error:
        raise SurveyError(f"{store.path}: {MANIFEST} can't be used: {error}") from None
    for name in store.names():
        if _PART.fullmatch(name) and (plan := carried_plan(store, name)) is not None:
            return Found(plan, f"{problem or f'{MANIFEST} is missing'}; using the copy in {name}")
    if problem is None:
        raise NoSurveyError(f"no survey found in {store.path}: it has no {MANIFEST}")
    raise NoPlanError(f"{store.path}: {problem}, and no part has a copy of it: run the survey again in a new folder")


def write_plan(store: Store, plan: Plan) -> None:
    with store.writing(MANIFEST) as file:
        file.write(plan.to_json())


def is_begun(store: Store, plan: Plan) -> bool:
    """Whether the manifest is an incomplete copy of the plan's manifest, left by an interrupted upload."""
    try:
        return plan.to_json().startswith(store.read(MANIFEST))
    except OSError:
        return False
