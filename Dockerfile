# Касир без вбудованої бази: її дає compose.yaml або ваша PostgreSQL у DATABASE_URL.
# Тег називає версію; щоб зафіксувати й вміст, допишіть дайджест: node:24.21.0-bookworm-slim@sha256:…
# (його показує docker buildx imagetools inspect node:24.21.0-bookworm-slim).
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# Панель: те, чим її збирають, в образ не потрапляє.
FROM ${NODE_IMAGE} AS dashboard
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY tsconfig.json ./
COPY contract contract
COPY dashboard dashboard
RUN npx vite build dashboard

# Необов’язкові пакунки — це вбудована PostgreSQL, другий Node.js і збирач панелі: тут вони зайві.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=dashboard /app/dashboard/dist dashboard/dist
COPY package.json kasyr LICENSE ./
COPY contract contract
COPY server server
RUN install -d -o node -g node -m 0700 /data

ENV NODE_ENV=production KASYR_HOST=0.0.0.0 KASYR_PORT=8080 KASYR_DATA_DIR=/data UV_THREADPOOL_SIZE=8
VOLUME /data
EXPOSE 8080
USER node
HEALTHCHECK --start-period=60s --interval=15s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["./kasyr"]
CMD ["serve"]
