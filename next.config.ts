import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  // The demo shop is on 127.0.0.1 while everything else is on localhost.
  allowedDevOrigins: ["127.0.0.1"],
  images: { unoptimized: true },
  // The title stands in the head of the first answer for everybody, not streamed after it.
  htmlLimitedBots: /.*/,
  serverExternalPackages: ["@electric-sql/pglite", "pino"],
  // These addresses carry a JWT, or what a mail proves: no log may hold either, not even a developer's.
  logging: {
    incomingRequests: {
      ignore: [
        /^\/secure\?/,
        /^\/console\/(?:confirm|new-password|invitation|sign-in|second-step)\?/,
      ],
    },
  },
  async rewrites() {
    return ["/.well-known/jwks.json", "/openapi.json", "/health/live", "/health/ready"].map(
      (path) => ({ source: path, destination: `/api${path}` }),
    );
  },
};

export default config;
