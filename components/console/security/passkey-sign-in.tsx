"use client";

import { KeyRound } from "lucide";
import { useState, useSyncExternalStore, useTransition } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { hasPasskeys, isCancelled } from "#components/ui/passkeys.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantMessages } from "#lib/platform/i18n/messages/en.ts";
import { type StartedAuthentication, sendJson } from "./passkey-requests.ts";

type Props = {
  words: MerchantMessages["security"]["passkeySignIn"];
  /** Path below /console. */
  next?: string | undefined;
};

/** Hidden in browsers without passkeys. */
export function PasskeySignIn({ words, next }: Props) {
  const isSupported = useSyncExternalStore(
    () => () => {},
    hasPasskeys,
    () => true,
  );
  const [problem, setProblem] = useState<string>();
  const [isBusy, start] = useTransition();
  const act = () =>
    start(async () => {
      setProblem(undefined);
      try {
        setProblem(await signIn(words.failed, next));
      } catch (error) {
        setProblem(isCancelled(error) ? words.cancelled : words.failed);
      }
    });
  if (!isSupported) return null;
  return (
    <div className="needs-script grid gap-3">
      {problem !== undefined && (
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
        onClick={isBusy ? undefined : act}
      >
        {isBusy ? words.busy : words.button}
      </Button>
    </div>
  );
}

/** Returns the problem, if any. */
async function signIn(failed: string, next: string | undefined): Promise<string | undefined> {
  const started = await sendJson<StartedAuthentication>("/passkeys/sign-in/options", {});
  if (!started.ok) return started.problem ?? failed;
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const response = await startAuthentication({ optionsJSON: started.value });
  const verified = await sendJson<{ next: string }>("/passkeys/sign-in/verify", {
    response,
    ...(next !== undefined && { next }),
  });
  if (!verified.ok) return verified.problem ?? failed;
  // A full page load: no state of the signed-out page may remain.
  window.location.assign(verified.value.next || consolePath());
  return undefined;
}
