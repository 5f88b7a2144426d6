import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  // `npm run dev` serves this host instead of localhost.
  allowedDevOrigins: ["127.0.0.1"],
};

export default config;
