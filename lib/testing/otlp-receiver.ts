import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.string().optional(),
    boolValue: z.boolean().optional(),
  }),
});
const id = (digits: number) => z.string().regex(new RegExp(`^[\\da-f]{${digits}}$`));
const time = z.string().regex(/^\d{19}$/);
const receivedLogs = z.object({
  resourceLogs: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeLogs: z.array(
        z.object({
          logRecords: z.array(
            z.object({
              timeUnixNano: time,
              severityNumber: z.number().int().min(1).max(24),
              severityText: z.string(),
              body: z.object({ stringValue: z.string() }),
              attributes: z.array(attribute),
              traceId: id(32).optional(),
              spanId: id(16).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});
const receivedSpans = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: id(32),
              spanId: id(16),
              parentSpanId: id(16).optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: time,
              endTimeUnixNano: time,
              attributes: z.array(attribute),
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** An OTLP/HTTP receiver that refuses what is not OTLP. */
export async function startOtlpReceiver() {
  const bodies: { text: string; headers: Record<string, unknown> }[] = [];
  const logBodies: string[] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const schema = { "/v1/traces": receivedSpans, "/v1/logs": receivedLogs }[request.url ?? ""];
    const isOtlp = request.method === "POST" && schema?.safeParse(JSON.parse(text)).success;
    if (isOtlp && state.status === 200) {
      if (schema === receivedLogs) logBodies.push(text);
      else bodies.push({ text, headers: request.headers });
    }
    response.writeHead(isOtlp ? state.status : 400, { "content-type": "application/json" });
    response.end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const resources = () =>
    bodies.flatMap(({ text }) => receivedSpans.parse(JSON.parse(text)).resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    bodies,
    resource: () => plain(resources()[0]?.resource.attributes ?? []),
    spans: () =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({ ...span, attributes: plain(span.attributes) })),
    logText: () => logBodies.join("\n"),
    logs: () =>
      logBodies
        .flatMap((text) => receivedLogs.parse(JSON.parse(text)).resourceLogs)
        .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
        .map((record) => ({ ...record, attributes: plain(record.attributes) })),
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

function plain(attributes: z.output<typeof attribute>[]): Record<string, string | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.boolValue ?? "",
    ]),
  );
}
