"""The tests: rules as sentences, whole matches, and what nobody would think of typing.

What several of them need lies in modules beside them, and in the testkit.
"""

from pathlib import Path

import pytest

FOLDERS = [path.name for path in Path(__file__).parent.iterdir() if path.is_dir()]
# A claim in such a module says as much when it fails as one in a test.
pytest.register_assert_rewrite("testkit", *(f"tests.{folder}" for folder in FOLDERS))
