import { spawn } from "node:child_process";
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const PARENT_CHECK_MS = 500;

/** Passes signals on. Resolves to the exit code, 128 + n after signal n. */
export function runChild(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", ...options });
    // A terminal sends Ctrl+C to the child too.
    const handOn = (signal) =>
      signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, handOn);
    const finish = (code) => {
      for (const signal of SIGNALS) process.off(signal, handOn);
      resolve(code);
    };
    child.once("error", (error) => {
      process.stderr.write(`${command} could not be started: ${error.message}\n`);
      finish(127);
    });
    child.once("exit", (code, signal) => finish(code ?? 128 + constants.signals[signal]));
  });
}

/** npm passes signals only to the script's shell. When that parent is gone, this process sends SIGTERM to itself. */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** All output goes to stderr. */
export function runNpm(args, options = {}) {
  const stdio = ["ignore", 2, 2];
  const npm = process.env.npm_execpath;
  return npm?.endsWith(".js")
    ? runChild(process.execPath, [npm, ...args], { stdio, ...options })
    : runChild("npm", args, { stdio, shell: process.platform === "win32", ...options });
}
