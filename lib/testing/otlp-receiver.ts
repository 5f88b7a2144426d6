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

/** An OTLP/HTTP receiver of traces that refuses what is not OTLP. */
export async function startOtlpReceiver() {
  const bodies: { text: string; headers: Record<string, unknown> }[] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const isOtlp =
      request.method === "POST" &&
      request.url === "/v1/traces" &&
      receivedSpans.safeParse(JSON.parse(text)).success;
    if (isOtlp && state.status === 200) bodies.push({ text, headers: request.headers });
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
