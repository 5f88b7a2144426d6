import { resultWords } from "#components/console/webhooks/result-words.ts";
import type { TestStatus } from "#components/console/webhooks/test-event.tsx";
import { demandVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { respondJson } from "../../../../../respond-json.ts";
import { type DeliveryParams, findDelivery } from "../find-delivery.ts";

/** Result of a test event, for the page that sent it. */
export function GET(_request: Request, context: DeliveryParams): Promise<Response> {
  return respondJson(async (): Promise<TestStatus> => {
    const { account } = await demandVisit("viewer");
    const [text, { delivery, attempts }] = await Promise.all([
      merchantText(),
      findDelivery(account.id, context),
    ]);
    const words = text.messages.webhooks.test;
    const [attempt] = attempts;
    if (delivery.status === "pending") {
      return { isOver: false, isGood: false, words: words.sending };
    }
    if (!attempt) return { isOver: true, isGood: false, words: words.stopped };
    const isGood = delivery.status === "delivered";
    const status = String(attempt.responseStatus);
    return {
      isOver: true,
      isGood,
      words: isGood
        ? text.format(words.delivered, { status, ms: attempt.durationMs })
        : text.format(words.failed, { result: resultWords(text, attempt) }),
    };
  });
}
