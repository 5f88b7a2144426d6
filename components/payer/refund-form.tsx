import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import type { Text } from "#lib/platform/i18n/format.ts";
import { BusyButton } from "./busy-button.tsx";

type Props = {
  text: Text;
  token: string;
  /** Names of the fields that were missing or invalid. */
  wrong: string[];
  action: (form: FormData) => Promise<void>;
};

/** The payer's own account. Nothing else can be changed here. */
export function RefundForm({ text, token, wrong, action }: Props) {
  const { approval, common, payer, refund: words } = text.messages;
  const { lang } = text.linkQuery;
  const problem = (name: string, error: string) =>
    wrong.includes(name) ? { error, autoFocus: name === wrong[0] } : {};
  return (
    <>
      {wrong.includes("other") && (
        <p role="alert" className="font-medium text-negative">
          {common.errorLead}
        </p>
      )}
      <Form action={action} className="grid gap-4">
        <input type="hidden" name="token" value={token} />
        {lang !== undefined && <input type="hidden" name="lang" value={lang} />}
        <Field
          name="iban"
          label={approval.account.iban}
          autoComplete="off"
          maxLength={64}
          required
          {...problem("iban", approval.account.ibanProblem)}
        />
        <Field
          name="name"
          label={words.name}
          autoComplete="name"
          maxLength={70}
          required
          {...problem("name", words.nameProblem)}
        />
        <BusyButton size="large" wide busyText={payer.email.sending}>
          {words.go}
        </BusyButton>
      </Form>
    </>
  );
}
