// A worker has no port: it is healthy while it runs.
const PORTLESS = ["worker", "migrate"];
const { MODE = "", PORT } = process.env;

/** Whether this container's server is ready. */
async function isHealthy(): Promise<boolean> {
  if (PORTLESS.includes(MODE)) return true;
  const url = `http://127.0.0.1:${PORT || 3000}/health/ready`;
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  return response?.ok === true;
}

process.exitCode = (await isHealthy()) ? 0 : 1;

export {};
