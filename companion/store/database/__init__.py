"""The database: models, engine, migrations, locks, backups, errors."""
