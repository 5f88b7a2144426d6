import type { Instrumentation } from "next";

// Next builds this file for its edge runtime too; behind this condition it drops what only Node has.

/** Next calls this once when the server process starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { createApiListener } = await import("#lib/api/listener.ts");
    const { startServer } = await import("#lib/next/startup.ts");
    await startServer(createApiListener);
  }
}

/** Next calls this with whatever a page, action or route handler threw. */
export const onRequestError: Instrumentation.onRequestError = async (...failure) => {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { logRequestError } = await import("#lib/next/request-error.ts");
    await logRequestError(...failure);
  }
};
