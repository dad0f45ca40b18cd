"""The scoring API and its OpenAPI document."""
