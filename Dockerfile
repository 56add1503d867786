# syntax=docker/dockerfile:1
FROM oven/bun:1.4.5-slim AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
RUN bun src/scripts/single.ts \
  && rm -rf node_modules && bun install --frozen-lockfile --production \
  && bun src/scripts/notices.ts \
  && mkdir /data

FROM gcr.io/distroless/base-debian12
COPY --from=build /app/dist/recado /usr/bin/recado
COPY --from=build /app/dist/THIRD-PARTY-NOTICES.txt /usr/share/doc/recado/THIRD-PARTY-NOTICES.txt
# The owner of volumes that earlier images made.
COPY --from=build --chown=1000:1000 /data /data
ENV DATA_DIR=/data PORT=3000
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["recado", "health"]
STOPSIGNAL SIGTERM
CMD ["recado", "start"]
