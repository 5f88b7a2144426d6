import type { Instrumentation } from "next";

// Next also builds this file for its edge runtime; this condition removes Node-only code there.

export const onRequestError: Instrumentation.onRequestError = async (...failure) => {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { logRequestError } = await import("./lib/next/server/request-error.ts");
    await logRequestError(...failure);
  }
};
