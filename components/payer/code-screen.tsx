import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { PendingCode } from "#lib/payments/payers/session.ts";
import { BusyButton } from "./busy-button.tsx";
import { MailboxHint } from "./mailbox-hint.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { ResendButton } from "./resend-button.tsx";
import { SubmitWhenComplete } from "./submit-when-complete.tsx";
import { TimeAndCancel } from "./time-and-cancel.tsx";

type Action = (form: FormData) => Promise<void>;

type Props = ScreenProps & {
  pendingCode: PendingCode;
  resendInMs: number;
  /** Identifies this rendering if the code was refused; a new value resets the field. */
  refusal: string | undefined;
  isResent: boolean;
  /** Where to read the mail if it was stored instead of sent. */
  mailbox: string | undefined;
  actions: { check: Action; resend: Action };
};

export function CodeScreen({ view, text, pendingCode, mailbox, refusal, actions, ...rest }: Props) {
  const words = text.messages.payer.code;
  const resendAt = pendingCode.resendAt.toISOString();
  const left = text.format(text.messages.checkout.declined.attemptsLeft, {
    count: pendingCode.attemptsLeft,
  });
  return (
    <>
      <div>
        <PageTitle lead={text.format(words.lead, { email: pendingCode.maskedEmail })}>
          {words.title}
        </PageTitle>
        <div role="status">
          {rest.isResent && (
            <div key={resendAt} id="code-sent" className="mt-4">
              <Banner tone="positive">
                <p>{words.sent}</p>
              </Banner>
            </div>
          )}
        </div>
      </div>
      {mailbox && <MailboxHint text={text} href={mailbox} />}
      <Form action={actions.check} className="grid gap-4">
        <PlaceFields view={view} text={text} />
        <SubmitWhenComplete>
          <Field
            key={refusal}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={64}
            label={words.label}
            required
            autoFocus
            {...(refusal === undefined ? {} : { error: `${words.problem} ${left}` })}
          />
        </SubmitWhenComplete>
        <BusyButton size="large" wide busyText={words.confirming}>
          {words.confirm}
        </BusyButton>
      </Form>
      <div className="-ms-5 -my-2 grid justify-items-start">
        <Form action={actions.resend}>
          <PlaceFields view={view} text={text} />
          <ResendButton
            waitMs={rest.resendInMs}
            sentId={rest.isResent ? "code-sent" : undefined}
            words={words}
          />
        </Form>
        <ButtonLink
          href={payPath(view, "/verify", { another: "1", ...text.linkQuery })}
          look="quiet"
        >
          {words.another}
        </ButtonLink>
      </div>
      <TimeAndCancel view={view} text={text} />
    </>
  );
}
