import { setLabel } from "#components/ui/busy-forms.script.ts";
import type { Run } from "#components/ui/page-element.script.ts";
import { hasPasskeys, isCancelled } from "#components/ui/passkeys.ts";
import { showFieldProblem, showProblem } from "#components/ui/problem.script.ts";
import { type StartedRegistration, sendJson } from "./passkey-requests.ts";

export type AddPasskeyProps = {
  creating: string;
  cancelled: string;
  failed: string;
  /** By name of the browser's error. */
  failures: Record<string, string>;
  doneHref: string;
};

type Problem = { text: string; fields: Record<string, string> };

/** The server asks for the password, then the browser asks where to store the passkey. */
export const runAddPasskey: Run<AddPasskeyProps> = (element, signal) => {
  const { creating, doneHref, ...words } = element.props;
  const form = element.querySelector("form");
  const button = form?.querySelector("button");
  const unsupported = element.querySelector("template");
  if (!form || !button) return;
  if (!hasPasskeys()) {
    if (unsupported) form.replaceWith(unsupported.content);
    return;
  }
  button.disabled = false;
  const create = async () => {
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    const label = setLabel(button, creating);
    show(form, undefined);
    show(
      form,
      await createPasskey(new FormData(form), words.failed, doneHref).catch(sayFrom(words)),
    );
    setLabel(button, label);
    button.ariaDisabled = "false";
  };
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      void create();
    },
    { signal },
  );
};

async function createPasskey(
  form: FormData,
  failed: string,
  doneHref: string,
): Promise<Problem | undefined> {
  const name = String(form.get("name") ?? "");
  const started = await sendJson<StartedRegistration>("/passkeys/register/options", {
    name,
    password: String(form.get("password") ?? ""),
  });
  if (!started.ok) return { text: started.problem ?? failed, fields: started.fields };
  const { startRegistration } = await import("@simplewebauthn/browser");
  const response = await startRegistration({ optionsJSON: started.value });
  const kept = await sendJson("/passkeys/register/verify", { name, response });
  if (!kept.ok) return { text: kept.problem ?? failed, fields: kept.fields };
  window.location.assign(doneHref);
  return undefined;
}

type Words = Pick<AddPasskeyProps, "cancelled" | "failed" | "failures">;

function sayFrom({ cancelled, failed, failures }: Words) {
  return (error: unknown): Problem => {
    if (isCancelled(error)) return { text: cancelled, fields: {} };
    const name = error instanceof Error ? error.name : "";
    return { text: failures[name] ?? failed, fields: {} };
  };
}

function show(form: HTMLFormElement, problem: Problem | undefined): void {
  showProblem(form, problem?.text);
  for (const input of form.querySelectorAll("input")) {
    showFieldProblem(input, problem?.fields[input.name]);
  }
  if (problem) form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
