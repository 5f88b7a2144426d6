# One image for every process: MODE chooses. docs/install.md describes its use.
# docker build --build-arg REVISION=$(git rev-parse HEAD) --tag bankside .
FROM docker.io/library/node:24.21.0-bookworm-slim AS build
WORKDIR /bankside
COPY package.json package-lock.json .npmrc ./
# The secret is for a registry or certificates of your own: --secret id=npmrc,src=$HOME/.npmrc
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts
COPY . .
RUN npm run build
# Next would load its compiler at each start for a configuration in TypeScript.
RUN node --disable-warning=ExperimentalWarning --eval "const { readFileSync, writeFileSync } = require('node:fs'); \
  const { stripTypeScriptTypes } = require('node:module'); \
  writeFileSync('next.config.mjs', stripTypeScriptTypes(readFileSync('next.config.ts', 'utf8')))"
# Optional packages are compilers and image libraries, which a built site does not load.
RUN npm sbom --sbom-format cyclonedx --omit dev --omit optional > sbom.cdx.json \
  && npm prune --omit=dev --omit=optional --ignore-scripts \
  && rm -rf node_modules/next/dist/docs node_modules/next/dist/esm \
    .next/build .next/cache .next/diagnostics .next/types lib/testing \
  && find node_modules .next lib scripts -type f \
    \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.test.ts' \
    -o -path '*/next-server/*.dev.js' \) -delete \
  && mkdir -p /image /data \
  && mv .next lib node_modules public scripts LICENSE next.config.mjs package.json sbom.cdx.json /image

FROM docker.io/library/node:24.21.0-bookworm-slim
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Bankside" \
  org.opencontainers.image.description="Self-hosted pay-by-bank checkout: API, hosted checkout, payer app, webhooks" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
ENV NODE_ENV=production MODE=all HOST=0.0.0.0 DATA_DIR=/data NEXT_TELEMETRY_DISABLED=1
WORKDIR /bankside
COPY --from=build /image ./
COPY --from=build --chown=1000:1000 /data /data
VOLUME /data
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "scripts/mode.ts", "health"]
ENTRYPOINT ["node", "scripts/mode.ts"]
