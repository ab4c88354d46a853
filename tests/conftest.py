"""What holds for every test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A machine that others keep busy is no defect of what is tested: no example has a time limit of its own.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
