"""The rules of Masters of Renaissance, module by module."""
