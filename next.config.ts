import type { NextConfig } from "next";

/** Addresses of the script that shops load: of the newest version, and of the newest that speaks version 1. */
const EMBED = ["/embed.js", "/embed/v1.js"];

const config: NextConfig = {
  poweredByHeader: false,
  // The demo shop is on 127.0.0.1 while everything else is on localhost.
  allowedDevOrigins: ["127.0.0.1"],
  images: { unoptimized: true },
  // `npm run check` is where types are checked.
  typescript: { ignoreBuildErrors: true },
  // A build takes a third of the time, and the server's stack traces can be read.
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    turbopackMinify: { server: false, client: true },
    turbopackSourceMaps: false,
  },
  // The title stands in the head of the first answer for everybody, not streamed after it.
  htmlLimitedBots: /.*/,
  // Loaded once from where they are installed, instead of a copy in each of a dozen bundles.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "@simplewebauthn/server",
    "drizzle-orm",
    "fast-xml-parser",
    "hono",
    "nodemailer",
    "pino",
    "rate-limiter-flexible",
    "undici",
  ],
  // These addresses carry a JWT, or what a mail proves: no log may hold either, not even a developer's.
  logging: {
    incomingRequests: {
      ignore: [
        /^\/secure\?/,
        /^\/console\/(?:confirm|new-password|invitation|sign-in|second-step)\?/,
      ],
    },
  },
  // Shops load it from their own sites, with `integrity` too; a new version is there within the hour.
  async headers() {
    const headers = Object.entries({
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=3600, must-revalidate",
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Content-Type-Options": "nosniff",
    }).map(([key, value]) => ({ key, value }));
    return EMBED.map((source) => ({ source, headers }));
  },
  async rewrites() {
    const api = ["/.well-known/jwks.json", "/openapi.json", "/health/live", "/health/ready"].map(
      (path) => ({ source: path, destination: `/api${path}` }),
    );
    return [...api, ...EMBED.slice(1).map((source) => ({ source, destination: "/embed.js" }))];
  },
};

export default config;
