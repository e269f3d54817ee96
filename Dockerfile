# The image of every Abate process: the pinned wheels, the sources, and a user that owns neither.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH=/app \
    PYTHONTZPATH="" \
    ABATE_DATA=/var/lib/abate

WORKDIR /app

COPY requirements-production.txt .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-production.txt \
    && useradd --system --no-create-home abate \
    && install --directory --owner=abate "$ABATE_DATA"

COPY . .

USER abate
CMD ["python", "worker.py"]
