"""The browser's table in a real Chromium."""
