import type { ScreenProps } from "#components/checkout/screen.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { BusyButton } from "./busy-button.tsx";
import { PlaceFields } from "./place-fields.tsx";

const RESULTS = ["sent", "invalid", "failed"] as const;

export type ReceiptResult = (typeof RESULTS)[number];

export type ReceiptMail = {
  send: (form: FormData) => Promise<void>;
  /** Of the form's last submission. */
  result: ReceiptResult | undefined;
};

export function readReceiptResult(given: unknown): ReceiptResult | undefined {
  return RESULTS.find((each) => each === given);
}

/** The payer may leave it empty: nothing else asks for an address after the payment. */
export function ReceiptMailForm({ view, text, mail }: ScreenProps & { mail: ReceiptMail }) {
  const { receipt: words, payer } = text.messages;
  return (
    <>
      <div role="status">
        {mail.result === "sent" && (
          <Banner tone="positive">
            <p>{words.mailSent}</p>
          </Banner>
        )}
      </div>
      {mail.result === "failed" && (
        <Banner tone="negative" alert>
          <p>{words.mailFailed}</p>
        </Banner>
      )}
      <Form action={mail.send} className="grid gap-3">
        <PlaceFields view={view} text={text} />
        <Field
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          label={payer.email.label}
          hint={words.mailHint}
          required
          {...(mail.result === "invalid" ? { error: payer.email.problem, autoFocus: true } : {})}
        />
        <BusyButton look="secondary" wide busyText={payer.email.sending}>
          {words.mailSend}
        </BusyButton>
      </Form>
    </>
  );
}
