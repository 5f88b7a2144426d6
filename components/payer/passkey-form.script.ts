import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { setLabel } from "#components/ui/busy-forms.script.ts";
import type { Run } from "#components/ui/page-element.script.ts";

export type PasskeyFormProps = {
  busyText: string;
  /** With `create` the form is for a device that can hold a passkey, and replaces what is beside it. */
} & (
  | { create: PublicKeyCredentialCreationOptionsJSON }
  | { use: PublicKeyCredentialRequestOptionsJSON }
);

/** Submits the browser's response like any other form. */
export const runPasskeyForm: Run<PasskeyFormProps> = (element, signal) => {
  const { props } = element;
  const button = element.querySelector("button");
  const field = element.querySelector<HTMLInputElement>("[name=response]");
  if (!button || !field || typeof window.PublicKeyCredential !== "function") {
    element.hidden = true;
    return;
  }
  if ("create" in props) void showWherePossible(element);
  button.addEventListener(
    "click",
    async () => {
      if (button.ariaDisabled === "true") return;
      element.querySelector("[data-failed]")?.replaceChildren();
      button.ariaDisabled = "true";
      const label = setLabel(button, props.busyText);
      try {
        field.value = JSON.stringify(await ask(props));
        field.form?.requestSubmit();
      } catch {
        fail(element);
        setLabel(button, label);
        button.ariaDisabled = "false";
      }
    },
    { signal },
  );
};

/** Loaded by the tap: most payers need it on no page. */
async function ask(props: PasskeyFormProps): Promise<object> {
  const { startAuthentication, startRegistration } = await import("@simplewebauthn/browser");
  if ("create" in props) return startRegistration({ optionsJSON: props.create });
  return startAuthentication({ optionsJSON: props.use });
}

function fail(element: Element): void {
  const template = element.querySelector("template");
  if (template) {
    element.querySelector("[data-failed]")?.replaceChildren(template.content.cloneNode(true));
  }
}

/** Both ways share one place, so that nothing moves once that is known. */
async function showWherePossible(element: HTMLElement): Promise<void> {
  const holds = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(
    () => false,
  );
  if (!holds) return;
  element.classList.remove("invisible");
  element.parentElement?.querySelector("[data-without-passkey]")?.remove();
}
