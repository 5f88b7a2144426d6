import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import type { ReactNode } from "react";
import { type PasskeyAction, PasskeyForm } from "./passkey-form.tsx";

type Props = {
  options: PublicKeyCredentialCreationOptionsJSON;
  action: PasskeyAction;
  words: { button: string; busy: string; failed: string; hint: string };
  /** Remembers the device without a passkey. */
  plain: ReactNode;
  /** Hidden fields. */
  children: ReactNode;
};

/** A passkey where the device can hold one. */
export function RememberPayer({ options, action, words, plain, children }: Props) {
  return (
    <div className="grid w-full">
      <PasskeyForm
        action={action}
        props={{ create: options, busyText: words.busy }}
        words={words}
        hint={words.hint}
        isSmall
        otherwise={<div className="grid justify-items-start">{plain}</div>}
        className="invisible col-start-1 row-start-1 pt-2"
      >
        {children}
      </PasskeyForm>
      <div
        data-without-passkey=""
        className="col-start-1 row-start-1 grid content-start justify-items-start"
      >
        {plain}
      </div>
    </div>
  );
}
