"""The rows and the engine: models, migrations, locks, copies, errors."""
