import type { ScreenProps } from "#components/checkout/screen.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { PendingCode } from "#lib/payers/session.ts";
import { MailboxHint } from "./mailbox-hint.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { ResendButton } from "./resend-button.tsx";
import { WayBack } from "./way-back.tsx";

type Action = (form: FormData) => Promise<void>;

type Props = ScreenProps & {
  pendingCode: PendingCode;
  /** Time until another code may be sent. */
  resendInMs: number;
  isWrong: boolean;
  /** Where the mail can be read, when it was not really sent. */
  mailbox: string | undefined;
  actions: { check: Action; resend: Action; drop: Action };
};

/** Asks for the code that was sent. */
export function CodeScreen({ view, text, pendingCode, mailbox, isWrong, actions, ...rest }: Props) {
  const words = text.messages.payer.code;
  return (
    <>
      <PageTitle lead={text.say(words.lead, { email: pendingCode.maskedEmail })}>
        {words.title}
      </PageTitle>
      {mailbox && <MailboxHint text={text} href={mailbox} />}
      <form action={actions.check} className="grid gap-4">
        <PlaceFields view={view} text={text} />
        <Field
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          label={words.label}
          required
          {...(isWrong ? { error: words.problem } : {})}
        />
        <Remember label={words.remember} hint={words.rememberHint} />
        <Button size="large" wide>
          {words.confirm}
        </Button>
      </form>
      <div className="flex flex-wrap items-start justify-center gap-x-2">
        <form action={actions.resend}>
          <PlaceFields view={view} text={text} />
          <ResendButton
            key={pendingCode.resendAt.toISOString()}
            waitMs={rest.resendInMs}
            words={words}
          />
        </form>
        <form action={actions.drop}>
          <PlaceFields view={view} text={text} />
          <Button look="quiet">{words.another}</Button>
        </form>
      </div>
      <WayBack view={view} text={text} />
    </>
  );
}

function Remember({ label, hint }: { label: string; hint: string }) {
  return (
    <div className="grid gap-0.5">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="remember"
          value="on"
          defaultChecked
          aria-describedby="remember-hint"
          className="size-5 shrink-0 accent-accent"
        />
        <span className="font-medium">{label}</span>
      </label>
      <p id="remember-hint" className="ps-8 text-muted text-sm">
        {hint}
      </p>
    </div>
  );
}
