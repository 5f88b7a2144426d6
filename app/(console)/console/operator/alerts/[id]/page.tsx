import { notFound } from "next/navigation";
import { AlertFacts } from "#components/console/operator/alert-list.tsx";
import { Danger } from "#components/console/operator/danger.tsx";
import { Section } from "#components/console/settings/section.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { requireOperator } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { ALERT_ADVICE } from "#lib/payments/bank-alerts/advice.ts";
import { OUTCOMES } from "#lib/payments/model/status.ts";
import { readId } from "#lib/platform/values/ids.ts";
import { getServices } from "#lib/services/index.ts";
import { OperatorPage, operatorMetadata } from "../../operator-page.tsx";
import { resolveAlertAction, settleAction } from "./actions.ts";

export const generateMetadata = operatorMetadata("alerts");

type Found = { status: string; attemptStatus: string };

/** The alert's own payment attempt keeps the transaction from ending. */
const isLeftOpen = ({ status, attemptStatus }: Found) =>
  status === "processing" && attemptStatus === "processing";

export default async function OperatorAlertPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const path = `/operator/alerts/${encodeURIComponent(id)}` as const;
  const visit = await requireOperator(path);
  const { bankAlerts, clock } = await getServices();
  const alertId = readId("alrt", id);
  const found = alertId ? await bankAlerts.get(alertId) : undefined;
  if (!found) notFound();
  const text = await merchantText();
  const words = text.messages.operator.alerts;
  const { kind, resolvedAt } = found.alert;
  return (
    <OperatorPage visit={visit} section="alerts" title={words.kinds[kind]} lead={found.alert.id}>
      <Card>
        <AlertFacts text={text} found={found} now={clock.now()} />
      </Card>
      {!resolvedAt && (
        <Section id="todo" title={words.whatToDo} lead={ALERT_ADVICE[kind].join(" ")}>
          <Danger text={text} isRecent={visit.isRecent} path={path}>
            <ActionForm action={resolveAlertAction} className="grid max-w-xl gap-4">
              <input type="hidden" name="id" value={found.alert.id} />
              <FormField
                name="note"
                label={words.note}
                hint={words.noteHint}
                maxLength={500}
                required
              />
              <div>
                <SubmitButton>{words.resolve}</SubmitButton>
              </div>
            </ActionForm>
          </Danger>
        </Section>
      )}
      {isLeftOpen(found) && (
        <Section id="settle" title={words.settle.title} lead={words.settle.lead}>
          <Danger text={text} isRecent={visit.isRecent} path={path}>
            <ActionForm action={settleAction} className="grid max-w-xl gap-4">
              <input type="hidden" name="id" value={found.alert.id} />
              <SelectField
                name="outcome"
                label={words.settle.outcome}
                options={OUTCOMES.map((value) => ({ value, label: words.settle[value] }))}
              />
              <FormField
                name="statement"
                label={words.settle.note}
                hint={words.noteHint}
                maxLength={500}
                required
              />
              <div>
                <SubmitButton look="secondary">{words.settle.go}</SubmitButton>
              </div>
            </ActionForm>
          </Danger>
        </Section>
      )}
    </OperatorPage>
  );
}
