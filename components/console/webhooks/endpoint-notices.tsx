import { Banner } from "#components/ui/banner.tsx";
import { TimeWithin } from "#components/ui/time-within.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";

type Props = { text: MerchantText; endpoint: EndpointView; canChange: boolean };

export function EndpointNotices({ text, endpoint, canChange }: Props) {
  const { secret } = text.messages.webhooks;
  const { disabledAt, failingSince, secretSavedAt } = endpoint;
  return (
    <>
      {disabledAt ? (
        <Disabled text={text} endpoint={{ ...endpoint, disabledAt }} canChange={canChange} />
      ) : (
        failingSince && <Failing text={text} since={failingSince} />
      )}
      {!secretSavedAt && (
        <Banner tone="warning" title={secret.unsavedTitle}>
          <p>{canChange ? secret.unsaved : secret.unsavedAsk}</p>
        </Banner>
      )}
    </>
  );
}

function Disabled({ text, endpoint, canChange }: Props & { endpoint: { disabledAt: Date } }) {
  const words = text.messages.webhooks.disabled;
  const { disabledAt, disabledReason } = endpoint;
  const isOwnWish = (disabledReason ?? "merchant") === "merchant";
  return (
    <Banner tone={isOwnWish ? "warning" : "negative"}>
      <p>
        <TimeWithin text={text} message={words[disabledReason ?? "merchant"]} at={disabledAt} />
      </p>
      {disabledReason === "failing" && <p>{words.fix}</p>}
      {canChange && <p>{words.next}</p>}
    </Banner>
  );
}

function Failing({ text, since }: { text: MerchantText; since: Date }) {
  const words = text.messages.webhooks.failing;
  const title = <TimeWithin text={text} message={words.title} at={since} />;
  return (
    <Banner tone="warning" title={title}>
      <p>{words.lead}</p>
    </Banner>
  );
}
