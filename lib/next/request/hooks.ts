import { readBounded } from "#lib/platform/http/bounded-body.ts";
import { limitedAddress } from "#lib/platform/http/client-address.ts";
import { refusal } from "#lib/platform/rate-limit/limits.ts";
import type { Services } from "#lib/services/create.ts";
import { respondTooMany, tooManyRequests } from "./guesses.ts";

const MAX_BODY_BYTES = 64 * 1024;

const STATUSES = { taken: 204, unsigned: 401, unknown: 404 };

type Deps = Pick<Services, "feeds" | "limits">;

/** Of a feed's provider, which waits for about a second. A client that sends wrong ones is refused before its body is read. */
export async function receiveHook(
  request: Request,
  feedId: string,
  { feeds, limits }: Deps,
): Promise<Response> {
  const address = limitedAddress(request.headers);
  const status = address === undefined ? undefined : limits.look("unknown-hooks", address);
  if (status?.isOver) {
    const error = tooManyRequests(refusal(status));
    if (error) return respondTooMany(error, {});
  }
  const body = await readBounded(request.body, MAX_BODY_BYTES);
  if (!body) return empty(413);
  const result = await feeds.receiveWebhook(feedId, { body, headers: request.headers });
  if (result !== "taken" && address !== undefined) limits.count("unknown-hooks", address);
  return empty(STATUSES[result]);
}

function empty(status: number): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
}
