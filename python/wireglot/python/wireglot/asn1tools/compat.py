"""What asn1tools lends from `datetime`."""

from datetime import datetime, timedelta, timezone

strptime = datetime.strptime

__all__ = ["strptime", "timedelta", "timezone"]
