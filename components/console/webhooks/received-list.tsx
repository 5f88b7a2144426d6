import { Badge } from "#components/ui/badge.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { asLines, Folded } from "./folded.tsx";

/** `type` is absent if the body names none. */
type ReceivedWebhook = {
  id: string;
  type: string | undefined;
  isSigned: boolean;
  receivedAt: Date;
  headers: Record<string, string>;
  body: string;
};

type Props = { text: MerchantText; received: ReceivedWebhook[]; now: Date };

/** Newest first. */
export function ReceivedList({ text, received, now }: Props) {
  const words = text.messages.webhooks.receiver;
  return (
    <ol reversed className="grid divide-y divide-line">
      {received.map(({ id, type, isSigned, receivedAt, headers, body }, index) => (
        <li key={id} className="grid min-w-0 gap-2 py-4 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="font-medium">{titleOf(text, type)}</h3>
            <Badge tone={isSigned ? "positive" : "negative"}>
              {isSigned ? words.signed : words.unsigned}
            </Badge>
            <span className="text-muted text-sm">
              <Moment text={text} at={receivedAt} now={now} />
            </span>
          </div>
          {headers["webhook-id"] && (
            <p className="wrap-anywhere font-mono text-muted text-sm">{headers["webhook-id"]}</p>
          )}
          <Folded title={words.body} code={formatted(body)} isOpen={index === 0} />
          <Folded title={words.headers} code={asLines(headers)} />
        </li>
      ))}
    </ol>
  );
}

function titleOf(text: MerchantText, type: string | undefined): string {
  const { types, receiver } = text.messages.webhooks;
  if (type === undefined) return receiver.unknown;
  return Object.hasOwn(types, type) ? types[type as keyof typeof types] : type;
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
