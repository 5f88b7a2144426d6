"use client";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import type { ReactNode } from "react";
import { useHoldsPasskeys } from "#components/ui/passkeys.ts";
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

/** A passkey where the device can hold one. Both ways share one place, so that nothing moves once that is known. */
export function RememberPayer({ options, words, plain, ...form }: Props) {
  const holdsPasskeys = useHoldsPasskeys();
  return (
    <div className="grid w-full">
      <div
        className={`needs-script col-start-1 row-start-1 pt-2 ${holdsPasskeys ? "" : "invisible"}`}
      >
        <PasskeyForm
          {...form}
          isSmall
          words={words}
          hint={words.hint}
          otherwise={<div className="grid justify-items-start">{plain}</div>}
          ask={async () => {
            const { startRegistration } = await import("@simplewebauthn/browser");
            return startRegistration({ optionsJSON: options });
          }}
        />
      </div>
      {!holdsPasskeys && (
        <div className="col-start-1 row-start-1 grid content-start justify-items-start">
          {plain}
        </div>
      )}
    </div>
  );
}
