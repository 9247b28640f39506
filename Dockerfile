# Касир без вбудованої бази: її дає compose.yaml або ваша PostgreSQL у DATABASE_URL.
FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force
COPY . .
RUN npx vite build dashboard && install -d -o node -g node /data

ENV NODE_ENV=production KASYR_HOST=0.0.0.0 KASYR_PORT=8080 KASYR_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
USER node
HEALTHCHECK --start-period=60s --interval=15s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/main.ts"]
CMD ["serve"]
