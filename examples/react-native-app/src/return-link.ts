import { parseOutcome } from "@bankside/js";

/**
 * The order in the link that opened the app, such as `kilntable://?status=succeeded&transactionId=…&externalId=…`. Any app or
 * page can open such a link, so nothing else in it counts: ask your server about the order.
 */
export function orderOf(link: string | null, urlScheme: string): string | undefined {
  return link === null ? undefined : parseOutcome(link, urlScheme).externalId;
}
