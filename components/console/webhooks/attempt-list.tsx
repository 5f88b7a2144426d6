import { Badge } from "#components/ui/badge.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { DeliveryAttempt } from "#lib/webhooks/deliveries/delivery.ts";
import { asLines, Folded } from "./folded.tsx";
import { resultWords } from "./result-words.ts";

type Props = { text: MerchantText; attempts: DeliveryAttempt[] };

/** Delivery attempts, newest first. A server's response shows as plain text only. */
export function AttemptList({ text, attempts }: Props) {
  return (
    <ol reversed className="grid divide-y divide-line">
      {attempts.map((attempt) => (
        <li key={attempt.id} className="grid min-w-0 gap-2 py-4 first:pt-0 last:pb-0">
          <Attempt text={text} attempt={attempt} />
        </li>
      ))}
    </ol>
  );
}

function Attempt({ text, attempt }: { text: MerchantText; attempt: DeliveryAttempt }) {
  const words = text.messages.webhooks.delivery;
  const { number, startedAt, durationMs, responseStatus, responseStart, requestHeaders } = attempt;
  const isTaken = responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">{text.format(words.attempt, { number })}</h3>
        <Badge tone={isTaken ? "positive" : "negative"}>
          {responseStatus ?? attempt.error ?? "CONNECTION_FAILED"}
        </Badge>
        <span className="text-muted text-sm">
          <ExactTime at={startedAt} />
          {" · "}
          {text.format(words.took, { ms: durationMs })}
        </span>
      </div>
      <p>{resultWords(text, attempt)}</p>
      {responseStatus !== null && (
        <Folded title={words.response} code={responseStart || words.noResponse} />
      )}
      {requestHeaders && <Folded title={words.headers} code={asLines(requestHeaders)} />}
    </>
  );
}
