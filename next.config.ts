import type { NextConfig } from "next";

/** The newest script, and the newest of version 1. */
const EMBED = ["/embed.js", "/embed/v1.js"];

const FOREVER = { key: "Cache-Control", value: "public, max-age=31536000, immutable" };

const config: NextConfig = {
  poweredByHeader: false,
  // The demo shop runs on 127.0.0.1, everything else on localhost.
  allowedDevOrigins: ["127.0.0.1"],
  images: { unoptimized: true },
  // `npm run check` checks types.
  typescript: { ignoreBuildErrors: true },
  // Small files take less memory. Stack traces of the services, which are not built, stay readable.
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    turbopackMinify: { server: true, client: true },
    turbopackSourceMaps: false,
    // A page is loaded when first opened: starts are shorter, and pages that no one opens take no memory.
    preloadEntriesOnStart: false,
  },
  // The title is in the head for all clients, not streamed later.
  htmlLimitedBots: /.*/,
  // Avoids a copy per bundle.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "@simplewebauthn/server",
    "drizzle-orm",
    "fast-xml-parser",
    "fontkit",
    "hono",
    "nodemailer",
    "pdfkit",
    "pino",
    "qrcode.react",
    "undici",
  ],
  // These URLs carry a JWT or an e-mail's secret, which no log may hold.
  logging: {
    incomingRequests: {
      ignore: [
        /^\/secure\?/,
        /^\/console\/(?:confirm|new-password|invitation|sign-in|second-step|settings\/feeds(?:\/consent\/\w+)?)\?/,
      ],
    },
  },
  // Shops load it cross-origin, also with `integrity`.
  async headers() {
    const headers = Object.entries({
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=3600, must-revalidate",
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Content-Type-Options": "nosniff",
    }).map(([key, value]) => ({ key, value }));
    return [
      ...EMBED.map((source) => ({ source, headers })),
      // A changed file gets another name.
      { source: "/fonts/:file(.+\\.woff2)", headers: [FOREVER] },
      {
        source: "/script/:file(.+\\.js)",
        headers: [
          FOREVER,
          // For a frame whose sandbox takes its origin.
          { key: "Access-Control-Allow-Origin", value: "*" },
          { key: "X-Content-Type-Options", value: "nosniff" },
        ],
      },
    ];
  },
  // The page of earlier versions, which a payer may still have open.
  async redirects() {
    const source = "/:flow(pay|secure)/:reference/review";
    return [{ source, destination: "/:flow/:reference/bank", permanent: false }];
  },
  async rewrites() {
    return EMBED.slice(1).map((source) => ({ source, destination: "/embed.js" }));
  },
};

export default config;
