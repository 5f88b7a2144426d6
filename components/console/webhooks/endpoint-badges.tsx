import { Badge } from "#components/ui/badge.tsx";
import { TimeWithin } from "#components/ui/time-within.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { EVENT_TYPES } from "#lib/webhooks/model/event-types.ts";

type Props = {
  text: MerchantText;
  endpoint: Pick<EndpointView, "disabledAt" | "disabledReason" | "failingSince" | "secretSavedAt">;
};

export function EndpointBadges({ text, endpoint }: Props) {
  const words = text.messages.webhooks.state;
  const { disabledAt, disabledReason, failingSince, secretSavedAt } = endpoint;
  const isOwnWish = (disabledReason ?? "merchant") === "merchant";
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {disabledAt ? (
        <Badge tone={isOwnWish ? "neutral" : "negative"}>
          {words[disabledReason ?? "merchant"]}
        </Badge>
      ) : (
        <Badge tone="positive">{words.enabled}</Badge>
      )}
      {!disabledAt && failingSince && (
        <>
          <Badge tone="warning">{words.nowFailing}</Badge>
          <span className="text-muted text-sm">
            <TimeWithin text={text} message={words.failingSince} at={failingSince} />
          </span>
        </>
      )}
      {!secretSavedAt && <Badge tone="warning">{words.unsaved}</Badge>}
    </span>
  );
}

export function eventTypesWords(text: MerchantText, types: EndpointView["eventTypes"]): string {
  const words = text.messages.webhooks;
  if (types.length === EVENT_TYPES.length) return words.allTypes;
  return types.map((type) => words.types[type]).join(", ");
}
