// The least that a server of live pages would do: keep the connection, and pass on what the database announces.
import { createServer, type ServerResponse } from "node:http";
import pg from "pg";

const { PORT, DATABASE_URL } = process.env;
const HEARTBEAT_MS = 15_000;

const streams = new Map<string, ServerResponse>();
const client = new pg.Client({ connectionString: DATABASE_URL });
await client.connect();
await client.query("listen bench_stream");
client.on("notification", ({ payload = "" }) => {
  const stream = streams.get(payload);
  stream?.end('data: {"version":"succeeded","state":"succeeded","isFinal":true}\n\n');
});

setInterval(() => {
  for (const stream of streams.values()) stream.write(": alive\n\n");
}, HEARTBEAT_MS);

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
  if (pathname === "/ready") return response.end();
  const reference = searchParams.get("reference") ?? "";
  streams.set(reference, response);
  response.once("close", () => streams.delete(reference));
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  return response.write('data: {"version":"ready","state":"ready","isFinal":false}\n\n');
}).listen(Number(PORT), "127.0.0.1");
