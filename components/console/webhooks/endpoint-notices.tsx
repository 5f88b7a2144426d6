import { Banner } from "#components/ui/banner.tsx";
import type { Text } from "#lib/i18n/format.ts";
import type { EndpointView } from "#lib/webhooks/endpoint.ts";

type Props = { text: Text; endpoint: EndpointView; canChange: boolean };

/** What whoever looks at an endpoint has to know first. */
export function EndpointNotices({ text, endpoint, canChange }: Props) {
  const { disabled, secret } = text.messages.webhooks;
  const { disabledAt, disabledReason, secretSavedAt } = endpoint;
  return (
    <>
      {disabledAt && (
        <Banner tone={disabledReason === "gone" ? "negative" : "warning"}>
          <p>
            {text.say(disabled[disabledReason ?? "merchant"], {
              when: text.dateTime(disabledAt.toISOString()),
            })}
          </p>
          {canChange && <p>{disabled.next}</p>}
        </Banner>
      )}
      {!secretSavedAt && (
        <Banner tone="warning" title={secret.unsavedTitle}>
          <p>{canChange ? secret.unsaved : secret.unsavedAsk}</p>
        </Banner>
      )}
    </>
  );
}
