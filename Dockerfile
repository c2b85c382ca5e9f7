# A server in a container: docker build -t arbitro . && docker run -p 8420:8420 -v arbitro:/data arbitro
FROM python:3.12-slim AS made
COPY . /source
RUN sh /source/deploy/install.sh /source /opt/arbitro

FROM python:3.12-slim
COPY --from=made /opt/arbitro /opt/arbitro
RUN useradd --system --uid 8420 --home-dir /data arbitro && mkdir /data && chown arbitro /data
USER arbitro
ENV ARBITRO_DB=/data/tables.db ARBITRO_LOG=json ARBITRO_SHARE=1 ARBITRO_PORT=8420 PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8420
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/opt/arbitro/bin/python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8420/health/ready', timeout=4)"]
CMD ["/opt/arbitro/bin/arbitro", "serve"]
