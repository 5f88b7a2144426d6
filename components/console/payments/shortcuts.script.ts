import type { Run } from "#components/ui/page-element.script.ts";

export type ShortcutsProps = {
  /** Of the search field. */
  searchId: string;
};

// Of this browser: who dictates to it can't use keys of one letter.
const SETTING = "bankside-shortcuts";

/** Does nothing while the user types. */
export const runShortcuts: Run<ShortcutsProps> = (element, signal) => {
  const { searchId } = element.props;
  const help = element.querySelector("details");
  const use = element.querySelector<HTMLInputElement>("[type=checkbox]");
  if (!use) return;
  use.checked = readSetting();
  use.addEventListener("change", () => writeSetting(use.checked), { signal });
  const onKey = (event: KeyboardEvent) => {
    if (!use.checked || isTyping(event)) return;
    const act = actionOf(event.key, searchId, help);
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", onKey, { signal });
};

function actionOf(key: string, searchId: string, help: HTMLDetailsElement | null) {
  if (key === "/") return () => document.getElementById(searchId)?.focus();
  if (key === "j") return () => move(1);
  if (key === "k") return () => move(-1);
  if (key !== "?" || !help) return undefined;
  return () => {
    help.open = !help.open;
    help.querySelector("summary")?.focus();
  };
}

/** From the row with the focus, else to the first one. */
function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const current = rows.findIndex((row) => row.closest("tr")?.contains(document.activeElement));
  rows.at(current === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, current + step)))?.focus();
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

function readSetting(): boolean {
  try {
    return localStorage.getItem(SETTING) !== "off";
  } catch {
    return true;
  }
}

function writeSetting(isOn: boolean): void {
  try {
    localStorage.setItem(SETTING, isOn ? "on" : "off");
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}
