import { spawn } from "node:child_process";
import { once } from "node:events";

const READY_TIMEOUT_MS = 30_000;

/** Starts an example's server in `folder`, and waits until `url` responds. */
export async function startExample(
  folder: string,
  args: string[],
  variables: Record<string, string>,
  url: string,
) {
  if (await responds(url)) throw new Error(`something already answers at ${url}: stop it first`);
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "", NODE_ENV: "production", ...variables },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await responds(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the example at ${url} did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { stop, output: () => output };
}

function responds(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
