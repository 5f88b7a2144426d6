import { setLabel } from "#components/ui/busy-forms.script.ts";
import type { Run } from "#components/ui/page-element.script.ts";
import { hasPasskeys, isCancelled } from "#components/ui/passkeys.ts";
import { showProblem } from "#components/ui/problem.script.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import { type StartedAuthentication, sendJson } from "./passkey-requests.ts";

export type PasskeySignInProps = {
  words: { busy: string; cancelled: string; failed: string };
  /** Path below /console. */
  next?: string | undefined;
};

export const runPasskeySignIn: Run<PasskeySignInProps> = (element, signal) => {
  const { words, next } = element.props;
  const button = element.querySelector("button");
  if (!button || !hasPasskeys()) {
    element.hidden = true;
    return;
  }
  /** Returns the problem, if any. */
  const signIn = async (): Promise<string | undefined> => {
    const started = await sendJson<StartedAuthentication>("/passkeys/sign-in/options", {});
    if (!started.ok) return started.problem ?? words.failed;
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const response = await startAuthentication({ optionsJSON: started.value });
    const verified = await sendJson<{ next: string }>("/passkeys/sign-in/verify", {
      response,
      ...(next !== undefined && { next }),
    });
    if (!verified.ok) return verified.problem ?? words.failed;
    // A full page load: no state of the signed-out page may remain.
    window.location.assign(verified.value.next || consolePath());
    return undefined;
  };
  const act = async () => {
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    const label = setLabel(button, words.busy);
    showProblem(element, undefined);
    const say = (error: unknown) => (isCancelled(error) ? words.cancelled : words.failed);
    showProblem(element, await signIn().catch(say));
    setLabel(button, label);
    button.ariaDisabled = "false";
  };
  button.addEventListener("click", act, { signal });
};
