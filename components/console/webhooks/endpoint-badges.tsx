import { Badge } from "#components/ui/badge.tsx";
import type { Text } from "#lib/i18n/format.ts";
import type { EndpointView } from "#lib/webhooks/endpoint.ts";

type Props = {
  text: Text;
  endpoint: Pick<EndpointView, "disabledAt" | "disabledReason" | "secretSavedAt">;
};

/** Whether an endpoint is on, and whether its secret still has to be saved. */
export function EndpointBadges({ text, endpoint }: Props) {
  const words = text.messages.webhooks.state;
  const { disabledAt, disabledReason, secretSavedAt } = endpoint;
  return (
    <span className="inline-flex flex-wrap gap-2">
      {disabledAt ? (
        <Badge tone={disabledReason === "gone" ? "negative" : "neutral"}>
          {words[disabledReason ?? "merchant"]}
        </Badge>
      ) : (
        <Badge tone="positive">{words.enabled}</Badge>
      )}
      {!secretSavedAt && <Badge tone="warning">{words.unsaved}</Badge>}
    </span>
  );
}

/** The kinds of events an endpoint wants, in words. */
export function eventTypesWords(text: Text, types: EndpointView["eventTypes"]): string {
  const words = text.messages.webhooks;
  if (types.length > 1) return words.allTypes;
  return types.map((type) => words.types[type]).join(", ");
}
