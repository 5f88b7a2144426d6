// Loaded by `--import` into a process of the product, which does not know it. Once armed, it counts statements, requests
// and responses, and sends SIGKILL just before the given one.
import { channel, subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import { type IncomingMessage, ServerResponse } from "node:http";
import pg from "pg";

const HEADER = "x-fail-at";
const trace = process.env["FAIL_TRACE"];
let failAt: number | undefined;
let passed = 0;

function arm(at: number): void {
  failAt = at;
  passed = 0;
}

function step(name: string): void {
  if (failAt === undefined) return;
  passed++;
  if (trace) appendFileSync(trace, `${passed} ${name}\n`);
  if (passed === failAt) process.kill(process.pid, "SIGKILL");
}

// A request arms a web process, a signal arms a worker.
subscribe("http.server.request.start", (message) => {
  const { request } = message as { request: IncomingMessage };
  const at = request.headers[HEADER];
  if (typeof at === "string") arm(Number(at));
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.channel?.unref();
process.on("SIGUSR2", () => arm(Number(process.env["FAIL_AT"])));

type Query = (...args: unknown[]) => unknown;
// A cast, since its overloads are only passed on.
const prototype = pg.Client.prototype as unknown as { query: Query };
const { query } = prototype;
prototype.query = function (this: unknown, ...args: unknown[]) {
  const [statement] = args;
  const text =
    typeof statement === "string" ? statement : (statement as { text?: string } | undefined)?.text;
  step(`sql ${text?.trim().split(/\s+/).slice(0, 3).join(" ") ?? ""}`);
  return query.apply(this, args);
};

// Covers `fetch` and undici, then `node:http`.
for (const name of ["undici:request:create", "http.client.request.created"]) {
  subscribe(name, (message) => {
    const { request } = message as { request: { method: string; path: string } };
    step(`http ${request.method} ${request.path.replace(/[\w-]{20,}/g, "…")}`);
  });
}

const { end } = ServerResponse.prototype;
ServerResponse.prototype.end = function (this: ServerResponse, ...args: Parameters<typeof end>) {
  step("answer");
  return end.apply(this, args);
} as typeof end;
subscribe("http.server.response.finish", () => step("answered"));

// Node drops subscribers of unreferenced channels.
export const heard = [
  channel("http.server.request.start"),
  channel("undici:request:create"),
  channel("http.client.request.created"),
];
