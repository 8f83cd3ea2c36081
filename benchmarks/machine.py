"""The machine that a figure was measured on."""

import os
import platform
from pathlib import Path


def machine() -> dict[str, str | int]:
    """Processor, cores, system and Python, as a figure's reader needs them."""
    models = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    return {
        "processor": models[0] if models else platform.machine(),
        "cores": os.cpu_count() or 1,
        "system": platform.platform(),
        "python": platform.python_version(),
    }
