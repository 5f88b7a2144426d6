import { DeliveryLog } from "#components/console/webhooks/delivery-log.tsx";
import { Section } from "#components/console/webhooks/section.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Visit } from "#lib/next/console-visit.ts";
import { merchantText } from "#lib/next/text.ts";
import { readId } from "#lib/platform/ids.ts";
import { getServices } from "#lib/services/index.ts";
import { DELIVERY_STATUSES } from "#lib/webhooks/deliveries/delivery.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import type { PageQuery } from "../../mode.ts";
import { recoverAction } from "../resend-actions.ts";

const PAGE = 25;
const DAY_MS = 24 * 60 * 60_000;

type Props = { visit: Visit; endpoint: EndpointView; query: PageQuery; canChange: boolean };

export async function Deliveries({ visit, endpoint, query, canChange }: Props) {
  const { webhooks, clock } = await getServices();
  const status = DELIVERY_STATUSES.find((one) => one === query["status"]);
  const before = readId("dlv", query["before"]);
  const [text, rows] = await Promise.all([
    merchantText(),
    webhooks.listDeliveries({
      accountId: visit.account.id,
      endpointId: endpoint.id,
      status,
      before,
      limit: PAGE + 1,
    }),
  ]);
  const words = text.messages.webhooks;
  const now = clock.now();
  return (
    <Section id="deliveries" title={words.log.title}>
      <DeliveryLog
        text={text}
        endpoint={endpoint}
        rows={rows.slice(0, PAGE)}
        hasOlder={rows.length > PAGE}
        status={status}
        before={before}
        now={now}
      />
      {canChange && (
        <div className="grid gap-3 border-line border-t pt-4">
          <h3 className="font-medium">{words.recover.title}</h3>
          {endpoint.disabledAt ? (
            <p className="text-muted">{words.recover.disabled}</p>
          ) : (
            <>
              <p className="text-muted">{words.recover.lead}</p>
              <ActionForm action={recoverAction} className="grid max-w-md gap-4">
                <input type="hidden" name="id" value={endpoint.id} />
                <FormField
                  name="since"
                  type="datetime-local"
                  label={words.recover.since}
                  hint={words.recover.sinceHint}
                  required
                  defaultValue={toMinute(new Date(now.getTime() - DAY_MS))}
                />
                <div>
                  <SubmitButton look="secondary" busyText={text.messages.console.busy}>
                    {words.recover.go}
                  </SubmitButton>
                </div>
              </ActionForm>
            </>
          )}
        </div>
      )}
    </Section>
  );
}

/** Value of a `datetime-local` field, in UTC. */
function toMinute(at: Date): string {
  return at.toISOString().slice(0, 16);
}
