import { FollowZone } from "#components/console/follow-zone.tsx";
import { DeliveryFilter, DeliveryPages } from "#components/console/webhooks/delivery-log.tsx";
import { DeliveryTable } from "#components/console/webhooks/delivery-table.tsx";
import { Section } from "#components/console/webhooks/section.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FieldProblem } from "#components/ui/field-problem.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { readerZone } from "#lib/next/request/reader-zone.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { minuteOf } from "#lib/platform/values/local-day.ts";
import { getServices } from "#lib/services/index.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { DELIVERY_STATUSES } from "#lib/webhooks/model/delivery-status.ts";
import { recoverAction, redeliverSelectedAction } from "../resend-actions.ts";
import type { EndpointVisit } from "./endpoint-page.tsx";

const PAGE = 50;
const MAX_SEARCH = 200;
const DAY_MS = 24 * 60 * 60_000;

export async function Deliveries({ visit, endpoint, query, canChange }: EndpointVisit) {
  const { webhooks, clock } = await getServices();
  const filter = readFilter(query);
  const [text, page] = await Promise.all([
    merchantText(),
    webhooks.listDeliveries({
      ...filter,
      accountId: visit.account.id,
      endpointId: endpoint.id,
      limit: PAGE,
    }),
  ]);
  const { log: words } = text.messages.webhooks;
  const { deliveries } = page;
  const isFiltered = filter.status !== undefined || filter.search !== undefined;
  const canResend = canChange && !endpoint.disabledAt;
  const table = (
    <DeliveryTable
      text={text}
      endpointId={endpoint.id}
      rows={deliveries}
      now={clock.now()}
      isSelectable={canResend}
    />
  );
  return (
    <Section id="deliveries" title={words.title}>
      <DeliveryFilter text={text} endpointId={endpoint.id} filter={filter} />
      {deliveries.length === 0 && (
        <EmptyState
          title={isFiltered ? words.noneOf : words.empty}
          lead={
            isFiltered ? words.noneOfLead : text.format(words.emptyLead, { mode: endpoint.mode })
          }
        />
      )}
      {deliveries.length > 0 && !canResend && table}
      {deliveries.length > 0 && canResend && (
        <ActionForm action={redeliverSelectedAction} className="grid min-w-0 gap-4">
          <input type="hidden" name="endpointId" value={endpoint.id} />
          {table}
          <div className="grid justify-items-start gap-2">
            <SubmitButton look="secondary">{words.resendSelected}</SubmitButton>
            <FieldProblem name="id" />
          </div>
        </ActionForm>
      )}
      <DeliveryPages text={text} endpointId={endpoint.id} filter={filter} page={page} />
    </Section>
  );
}

/** Resends everything that failed or was never sent in a period. */
export async function Recovery({ endpoint }: { endpoint: EndpointView }) {
  const { clock } = await getServices();
  const [text, zone] = await Promise.all([merchantText(), readerZone()]);
  const { messages } = text;
  const words = messages.webhooks.recover;
  return (
    <Section id="recover" title={words.title}>
      {endpoint.disabledAt ? (
        <p className="text-muted">{words.disabled}</p>
      ) : (
        <>
          <p className="text-muted">
            {words.lead} {zone !== "UTC" && text.format(words.zone, { zone })}
          </p>
          <ActionForm action={recoverAction} className="grid gap-4">
            <FollowZone shown={zone} />
            <input type="hidden" name="id" value={endpoint.id} />
            <input type="hidden" name="zone" value={zone} />
            <div className="grid max-w-2xl items-start gap-4 sm:grid-cols-2">
              <FormField
                name="since"
                type="datetime-local"
                label={text.format(words.since, { zone })}
                hint={words.sinceHint}
                required
                defaultValue={minuteOf(new Date(clock.now().getTime() - DAY_MS), zone)}
              />
              <FormField
                name="until"
                type="datetime-local"
                label={text.format(words.until, { zone })}
                hint={words.untilHint}
              />
            </div>
            <div>
              <SubmitButton look="secondary">{words.go}</SubmitButton>
            </div>
          </ActionForm>
        </>
      )}
    </Section>
  );
}

function readFilter(query: EndpointVisit["query"]) {
  const { q, status, before, after } = query;
  const search = typeof q === "string" ? q.replace(/\p{C}/gu, "").trim().slice(0, MAX_SEARCH) : "";
  return {
    status: DELIVERY_STATUSES.find((one) => one === status),
    search: search === "" ? undefined : search,
    before: readId("dlv", before),
    after: readId("dlv", after),
  };
}
