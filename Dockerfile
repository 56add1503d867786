# syntax=docker/dockerfile:1
FROM oven/bun:1.4.5-alpine AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
RUN NODE_ENV=production bun src/scripts/build.ts \
  && rm -rf node_modules && bun install --frozen-lockfile --production \
  && bun src/scripts/notices.ts

FROM oven/bun:1.4.5-alpine
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
COPY --from=build /app/package.json /app/bun.lock /app/bunfig.toml /app/tsconfig.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/src src
COPY --from=build /app/web web
COPY --from=build /app/migrations migrations
RUN mkdir /data && chown bun:bun /data
USER bun
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s \
  CMD bun -e "const r = await fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/live'); process.exit(r.ok ? 0 : 1)"
STOPSIGNAL SIGTERM
CMD ["bun", "src/main.ts"]
