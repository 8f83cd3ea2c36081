#!/usr/bin/env python3
"""Set up whatever is missing, then run a command in the project's environment.

    python3 bootstrap.py                                     only set up
    python3 bootstrap.py pytest suites/test_gam_5.py         set up, then run

Installs the Debian packages of system-packages.txt (as root or by sudo; otherwise it prints the
command to run) and the Python packages of pyproject.toml's `dev` group into `.venv`. What is there
already is left alone, so that every run may begin with it. Needs Python 3.11 with venv, and nothing
else.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "playproof-dependencies.sha256"


def system_packages() -> list[str]:
    """Names in system-packages.txt."""
    lines = (ROOT / "system-packages.txt").read_text().splitlines()
    return [name for line in lines if (name := line.split("#")[0].strip())]


def missing_packages() -> list[str]:
    """Those that dpkg does not call installed; none, with a word, where there is no dpkg."""
    if shutil.which("dpkg-query") is None:
        say(f"this is no Debian; make sure you have: {' '.join(system_packages())}")
        return []
    query = ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", *system_packages()]
    answer = subprocess.run(query, capture_output=True, text=True, check=False).stdout
    installed = {line.split()[0] for line in answer.splitlines() if line.endswith(" installed")}
    return [name for name in system_packages() if name not in installed]


def install_system_packages() -> None:
    """Install the Debian packages that are missing; exit with the command to run if we may not."""
    missing = missing_packages()
    if not missing:
        return
    apt = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
    if os.geteuid() == 0:
        prefix = []
    elif shutil.which("sudo"):
        prefix = ["sudo", "-n"]
    else:
        sys.exit(
            f"bootstrap: run this as root, then start again:\n  apt-get update && {' '.join(apt)}"
        )
    say(f"installing {' '.join(missing)} (apt-get)")
    for command in (["apt-get", "update", "-qq"], apt):
        run = subprocess.run(
            [*prefix, *command],
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if run.returncode:
            sys.exit(
                f"{run.stdout}\nbootstrap: that failed; run it yourself, then start again:\n"
                f"  sudo apt-get update && sudo {' '.join(apt)}"
            )


def install_python_packages() -> None:
    """Bring `.venv` up to the `dev` group of pyproject.toml, if that has changed."""
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode())
    if STAMP.exists() and STAMP.read_text() == wanted.hexdigest():
        return
    if sys.version_info < (3, 11):  # noqa: UP036  (this file is what tells users of an older one)
        sys.exit(f"bootstrap: Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    say(f"installing Python packages into {VENV.name} (pip), which takes a minute or two")
    try:
        venv.create(VENV, with_pip=True, clear=not (VENV / "bin/python").exists(), symlinks=True)
    except PermissionError:
        sys.exit(f"bootstrap: {VENV} belongs to another user; work in a checkout of your own")
    except subprocess.CalledProcessError:
        sys.exit("bootstrap: this Python cannot make environments: apt-get install python3-venv")
    pip = [str(VENV / "bin/python"), "-m", "pip", "-q", "--disable-pip-version-check", "install"]
    # --group needs pip 25.1, Debian 12 has 23
    for what in (["--upgrade", "pip>=25.1"], ["--group", "dev"]):
        if subprocess.run([*pip, *what], cwd=ROOT, check=False).returncode:
            sys.exit("bootstrap: pip failed, see above; check the network and start again")
    STAMP.write_text(wanted.hexdigest())


def say(text: str) -> None:
    """Tell what is being done."""
    print(f"bootstrap: {text}", file=sys.stderr, flush=True)


def main(command: list[str]) -> None:
    """Set up, then become `command`, found in the environment first."""
    install_system_packages()
    install_python_packages()
    if command:
        path = f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        os.environ.update(PATH=path, VIRTUAL_ENV=str(VENV))
        try:
            os.execvp(command[0], command)  # noqa: S606  (the user's own command line)
        except OSError as error:
            sys.exit(f"bootstrap: cannot run {command[0]}: {error.strerror}")


if __name__ == "__main__":
    main(sys.argv[1:])
