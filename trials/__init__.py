"""Campaigns: what the house withstands, and the figures to show for it."""
