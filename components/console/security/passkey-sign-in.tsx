"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { isCancelled, useHasPasskeys } from "#components/ui/passkeys.ts";
import { consolePath } from "#lib/console/links.ts";
import type { MerchantMessages } from "#lib/platform/i18n/messages/en.ts";
import { type StartedAuthentication, sendJson } from "./passkey-requests.ts";

type Props = {
  words: MerchantMessages["security"]["passkeySignIn"];
  /** Path below /console. */
  next?: string | undefined;
};

/** Hidden in browsers without passkeys. */
export function PasskeySignIn({ words, next }: Props) {
  const hasPasskeys = useHasPasskeys();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!hasPasskeys) return null;

  async function signIn() {
    setBusy(true);
    setProblem(undefined);
    try {
      const started = await sendJson<StartedAuthentication>("/passkeys/sign-in/options", {});
      if (!started.ok) return setProblem(started.problem ?? words.failed);
      const response = await startAuthentication({ optionsJSON: started.value });
      const verified = await sendJson<{ next: string }>("/passkeys/sign-in/verify", {
        response,
        ...(next !== undefined && { next }),
      });
      if (!verified.ok) return setProblem(verified.problem ?? words.failed);
      // A full page load: no state of the signed-out page may remain.
      window.location.assign(verified.value.next || consolePath());
    } catch (error) {
      setProblem(isCancelled(error) ? words.cancelled : words.failed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="needs-script grid gap-3">
      {problem && (
        <Banner tone="negative" alert>
          <p>{problem}</p>
        </Banner>
      )}
      <Button
        type="button"
        look="secondary"
        wide
        icon={<Icon of={KeyRound} />}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) void signIn();
        }}
      >
        {isBusy ? words.busy : words.button}
      </Button>
    </div>
  );
}
