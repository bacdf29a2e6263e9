# Millrace from a checkout: `docker build -t millrace .`, then `docker run --rm millrace --help`.
FROM node:20-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm pack --silent --pack-destination /tmp

FROM node:20-slim
COPY --from=build /tmp/millrace-*.tgz /tmp/
# The last two are for `millrace worker`.
RUN npm install --global --no-audit --no-fund /tmp/millrace-*.tgz bullmq@6 ioredis@6
USER node
WORKDIR /home/node
ENTRYPOINT ["millrace"]
