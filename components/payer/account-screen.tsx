import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { BankChoice, NeededFromPayer } from "#lib/banks/connector.ts";
import type { Operator } from "#lib/platform/configuration/operator.ts";
import { BusyButton } from "./busy-button.tsx";
import { ConsentFacts } from "./consent-facts.tsx";
import { type StartAction, StartFields } from "./start-fields.tsx";
import { TimeAndCancel } from "./time-and-cancel.tsx";

type Props = ScreenProps & {
  bank: BankChoice;
  needs: readonly NeededFromPayer[];
  /** What was missing or invalid. */
  wrong: readonly NeededFromPayer[];
  operator: Operator | undefined;
  start: StartAction;
};

/** Some banks need the payer's account or user name before they open their page. */
export function AccountScreen({ view, text, bank, needs, wrong, operator, start }: Props) {
  const { approval, payer } = text.messages;
  const words = approval.account;
  const named = (message: string) => text.format(message, { bank: bank.name });
  const problem = (need: NeededFromPayer, error: string) =>
    wrong.includes(need) ? { error, autoFocus: need === wrong[0] } : {};
  return (
    <>
      <PageTitle lead={named(words.lead)}>{named(words.title)}</PageTitle>
      <ConsentFacts view={view} text={text} operator={operator} />
      <Form action={start} className="grid gap-4">
        <StartFields view={view} text={text} />
        {needs.includes("iban") && (
          <Field
            name="iban"
            label={words.iban}
            autoComplete="off"
            maxLength={64}
            required
            {...problem("iban", words.ibanProblem)}
          />
        )}
        {needs.includes("id") && (
          <Field
            name="payerId"
            label={words.id}
            hint={words.idHint}
            autoComplete="off"
            maxLength={100}
            required
            {...problem("id", words.idProblem)}
          />
        )}
        <BusyButton
          name="bank"
          value={bank.id}
          size="large"
          wide
          busyText={payer.bank.opening}
          data-leaves=""
        >
          {text.format(payer.bank.continue, { bank: bank.name })}
        </BusyButton>
      </Form>
      <ButtonLink href={payPath(view, "/bank", text.linkQuery)} look="quiet" wide>
        {payer.declined.another}
      </ButtonLink>
      <TimeAndCancel view={view} text={text} />
    </>
  );
}
