"use client";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import type { ReactNode } from "react";
import { useHasPasskeys } from "#components/ui/passkeys.ts";
import { type PasskeyAction, PasskeyForm } from "./passkey-form.tsx";

type Props = {
  options: PublicKeyCredentialRequestOptionsJSON;
  action: PasskeyAction;
  words: { button: string; busy: string; failed: string };
  /** Hidden fields. */
  children: ReactNode;
};

/** Instead of the e-mail address and the code. */
export function VerifyByPasskey({ options, ...form }: Props) {
  if (!useHasPasskeys()) return null;
  return (
    <div className="needs-script">
      <PasskeyForm
        {...form}
        ask={async () => {
          // Loaded by the tap: most payers need it on no page.
          const { startAuthentication } = await import("@simplewebauthn/browser");
          return startAuthentication({ optionsJSON: options });
        }}
      />
    </div>
  );
}
