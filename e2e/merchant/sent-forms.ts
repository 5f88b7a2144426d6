import type { Page } from "playwright/test";
import { ask } from "./console-cast.ts";

export type SentForm = { page: string; action: string; fields: [string, string | null][] };

/** Fills the fields with plausible values. */
export async function formsOf(page: Page, address: string): Promise<SentForm[]> {
  const { text } = await ask(page, address);
  const found = await page.evaluate((html) => {
    const typed = (input: HTMLInputElement | HTMLTextAreaElement): string => {
      if (input.value !== "") return input.value;
      const kind = `${input.type} ${input.name}`.toLowerCase();
      if (kind.includes("mail")) return "somebody@chandlery.example";
      if (kind.includes("iban")) return "DE89370400440532013000";
      if (/url|origin/.test(kind)) return "https://shop.chandlery.example/x";
      return /number|day|amount/.test(kind) ? "30" : "changed";
    };
    const document = new DOMParser().parseFromString(html, "text/html");
    return [...document.forms].flatMap((form) => {
      const names = [...new FormData(form).keys()];
      const reference = names.find((name) => /^\$ACTION_(ID_|\d+:0$)/.test(name));
      if (reference === undefined) return [];
      const action = reference.startsWith("$ACTION_ID_")
        ? reference.slice("$ACTION_ID_".length)
        : String(JSON.parse(String(new FormData(form).get(reference))).id);
      for (const each of form.querySelectorAll<HTMLInputElement>(
        "input:not([type=file]), textarea",
      )) {
        const isText = !["hidden", "radio", "checkbox", "submit"].includes(each.type);
        if (isText && !each.name.startsWith("$")) each.value = typed(each);
      }
      const fields = [...new FormData(form)]
        .filter(([name]) => !name.startsWith("$ACTION"))
        .map(([name, value]): [string, string | null] => [
          name,
          typeof value === "string" ? value : null,
        ]);
      return [{ action, fields }];
    });
  }, text);
  return found.map((form) => ({ ...form, page: address }));
}

export function send(page: Page, form: SentForm): Promise<string> {
  return page.evaluate(async ({ page: address, action, fields }) => {
    const body = new FormData();
    for (const [name, value] of fields) body.append(`_1_${name}`, value ?? new File([], ""));
    // React's encoding: no previous state, and the form.
    body.append("0", JSON.stringify(["$undefined", "$K1"]));
    const headers = { "Next-Action": action, Accept: "text/x-component" };
    const response = await fetch(address, { method: "POST", headers, body, redirect: "manual" });
    return `${response.status} ${await response.text()}`;
  }, form);
}
