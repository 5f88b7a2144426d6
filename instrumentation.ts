/** Next calls this once when the server process starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startServer } = await import("#lib/next/startup.ts");
    await startServer();
  }
}

export { onRequestError } from "#lib/next/request-error.ts";
