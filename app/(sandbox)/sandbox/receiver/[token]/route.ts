import { readBounded } from "#lib/platform/http/bounded-body.ts";
import { getServices } from "#lib/services/index.ts";

const MAX_BODY_BYTES = 65_536;

const STATUSES = { signed: 204, unsigned: 401, unknown: 404 };

type Context = { params: Promise<{ token: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { testReceiver, sandboxEnabled } = await getServices();
  if (!(await sandboxEnabled())) return response(404);
  const body = await readBounded(request.body, MAX_BODY_BYTES);
  if (!body) return response(413);
  const { token } = await params;
  const result = await testReceiver.receive(token, sentHeaders(request), body);
  return response(STATUSES[result]);
}

/** Without those that this server adds. */
function sentHeaders({ headers }: Request): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => !/^x-(bankside|forwarded)-/.test(name)),
  );
}

function response(status: number): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
}
