"""The virtual display asks for a cookie, as a desktop's does; a plugin of pytest (`addopts`).

pytest-xvfb starts Xvfb without one, and such a server takes in every program of this machine. With
the network, a player shares the machine's abstract sockets, and could reach the display there past
the filter (`drivers.x.gate`).
"""

import os
import shutil
import tempfile
from functools import partial
from pathlib import Path

import pytest

from drivers.x.cookies import new_cookie


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Before pytest-xvfb starts the server: tell it the cookie, and all programs where that is."""
    if config.getoption("--headed") or config.getoption("--no-xvfb"):
        return
    folder = Path(tempfile.mkdtemp(prefix="playproof-display-"))
    config.add_cleanup(partial(shutil.rmtree, folder, ignore_errors=True))
    authority = folder / "authority"
    authority.write_bytes(new_cookie())
    authority.chmod(0o600)
    os.environ["XAUTHORITY"] = str(authority)
    for argument in ("-auth", str(authority)):
        config.addinivalue_line("xvfb_args", argument)
