# Companion for a server: see docs/hosting.md.
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY companion companion
COPY templates templates
COPY static static
RUN python -m venv /app && /app/bin/pip install --no-cache-dir '.[hosted,picture]' && /app/bin/pip uninstall --yes pip

FROM python:3.13-slim
RUN useradd --uid 10001 --home-dir /data --create-home --skel /nonexistent companion
COPY --from=build /app /app
COPY contrib/gunicorn.conf.py /app/gunicorn.conf.py
USER companion
WORKDIR /data
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1 COMPANION_INSTANCE=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
CMD ["gunicorn", "--config", "/app/gunicorn.conf.py", "companion.wsgi:app"]
