import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { BegunElsewhere } from "./begun-elsewhere.tsx";
import { BusyButton } from "./busy-button.tsx";
import { ConsentFacts } from "./consent-facts.tsx";
import { type PasskeyAction, PasskeyForm } from "./passkey-form.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { TimeAndCancel } from "./time-and-cancel.tsx";

type Props = ScreenProps & {
  email: string | undefined;
  /** Identifies this rendering if the address was refused; a new value resets the field. */
  refusal: string | undefined;
  /** A code was sent to another address and is still valid. */
  isWaiting: boolean;
  /** Compares the code with the shop's page. */
  hasCode: boolean;
  action: (form: FormData) => Promise<void>;
  passkey: { options: PublicKeyCredentialRequestOptionsJSON; action: PasskeyAction } | undefined;
};

export function EmailScreen({ view, text, email, refusal, isWaiting, action, ...rest }: Props) {
  const { hasCode, passkey } = rest;
  const words = text.messages.payer.email;
  return (
    <>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {hasCode && <ConsentFacts view={view} text={text} hasCode />}
      <BegunElsewhere view={view} text={text} />
      <Form action={action} className="grid gap-4">
        <PlaceFields view={view} text={text} />
        {isWaiting && <input type="hidden" name="another" value="1" />}
        <Field
          key={refusal}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          label={words.label}
          required
          autoFocus={refusal !== undefined}
          {...(email === undefined ? {} : { defaultValue: email })}
          {...(refusal === undefined ? {} : { error: words.problem })}
        />
        <BusyButton size="large" wide busyText={words.sending}>
          {words.send}
        </BusyButton>
      </Form>
      {passkey && (
        <PasskeyForm
          action={passkey.action}
          props={{ use: passkey.options, busyText: text.messages.payer.enter.title }}
          words={{ button: words.passkey, failed: words.passkeyFailed }}
        >
          <PlaceFields view={view} text={text} />
        </PasskeyForm>
      )}
      {isWaiting && (
        <ButtonLink href={payPath(view, "/verify", text.linkQuery)} look="quiet">
          {words.haveCode}
        </ButtonLink>
      )}
      <TimeAndCancel view={view} text={text} />
    </>
  );
}
