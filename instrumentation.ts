import type { Instrumentation } from "next";

// Next also builds this file for its edge runtime; this condition removes Node-only code there.

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { createApiListener } = await import("#lib/api/listener.ts");
    const { startServer } = await import("#lib/next/startup.ts");
    await startServer(createApiListener);
  }
}

export const onRequestError: Instrumentation.onRequestError = async (...failure) => {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { logRequestError } = await import("#lib/next/request-error.ts");
    await logRequestError(...failure);
  }
};
