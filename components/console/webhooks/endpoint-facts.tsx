import { CopyIcon } from "#components/ui/copy-icon.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import { TimeWithin } from "#components/ui/time-within.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { EndpointBadges, eventTypesWords } from "./endpoint-badges.tsx";

export function EndpointFacts({ text, endpoint }: { text: MerchantText; endpoint: EndpointView }) {
  const { facts: words, secret } = text.messages.webhooks;
  const { console: common } = text.messages;
  const { id, url, mode, externalId, eventTypes, createdAt, secretSavedAt } = endpoint;
  const facts: Fact[] = [
    { label: words.url, value: url },
    { label: words.events, value: eventTypesWords(text, eventTypes) },
    { label: words.mode, value: common.mode[mode] },
    { label: words.state, value: <EndpointBadges text={text} endpoint={endpoint} /> },
    {
      label: secret.fact,
      value: secretSavedAt ? (
        <TimeWithin text={text} message={secret.savedAt} at={secretSavedAt} />
      ) : (
        secret.notSaved
      ),
    },
    { label: words.created, value: <ExactTime at={createdAt} /> },
    ...(externalId === null ? [] : [{ label: words.externalId, value: externalId }]),
    {
      label: words.id,
      figures: true,
      value: (
        <span className="inline-flex items-center gap-1">
          {id}
          <CopyIcon text={id} />
        </span>
      ),
    },
  ];
  return <Facts facts={facts} />;
}
