import type { Run } from "./page-element.script.ts";

export type ColourFieldProps = {
  /** As rendered. */
  value: string;
  error: string | undefined;
  /** Picker value while the text is no colour. */
  fallback: string;
};

export const runColourField: Run<ColourFieldProps> = (element, signal) => {
  const picker = element.querySelector<HTMLInputElement>("[type=color]");
  const typed = element.querySelector<HTMLInputElement>("[type=text]");
  if (!picker || !typed) return;
  const pick = () => {
    typed.value = picker.value;
  };
  const follow = () => {
    picker.value = pickerValue(typed.value, element.props.fallback);
  };
  picker.addEventListener("input", pick, { signal });
  typed.addEventListener("input", follow, { signal });
};

export function pickerValue(text: string, fallback: string): string {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : fallback;
}
