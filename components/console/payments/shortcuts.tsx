"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

type Props = {
  /** Of the search field. */
  searchId: string;
  words: {
    title: string;
    search: string;
    next: string;
    previous: string;
    open: string;
    help: string;
    enter: string;
    use: string;
  };
};

/** Of the payments list. Does nothing while the user types. */
export function Shortcuts({ searchId, words }: Props) {
  const help = useRef<HTMLDetailsElement>(null);
  const isOn = useSyncExternalStore(setting.subscribe, setting.read, () => true);
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const act = isTyping(event) ? undefined : actionOf(event.key, searchId, help.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn, searchId]);
  const keys = [
    ["/", words.search],
    ["j", words.next],
    ["k", words.previous],
    [words.enter, words.open],
    ["?", words.help],
  ] as const;
  return (
    <details ref={help} className="needs-script text-sm">
      <summary className="link inline-flex min-h-8 list-none items-center pointer-coarse:min-h-11">
        {words.title} (?)
      </summary>
      <dl className="mt-2 grid w-fit grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border border-edge bg-card px-1.5 font-mono">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-2 inline-flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => setting.write(currentTarget.checked)}
          className="size-5 accent-accent"
        />
        {words.use}
      </label>
    </details>
  );
}

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

/** Of this browser: who dictates to it can't use keys of one letter. */
const setting = {
  name: "bankside-shortcuts",
  /** If storage is blocked, the choice lasts as long as the page. */
  value: undefined as boolean | undefined,
  listeners: new Set<() => void>(),
  subscribe(listener: () => void) {
    setting.listeners.add(listener);
    return () => setting.listeners.delete(listener);
  },
  read(): boolean {
    try {
      setting.value ??= localStorage.getItem(setting.name) !== "off";
    } catch {
      setting.value ??= true;
    }
    return setting.value;
  },
  write(isOn: boolean): void {
    setting.value = isOn;
    for (const listener of setting.listeners) listener();
    try {
      localStorage.setItem(setting.name, isOn ? "on" : "off");
    } catch {
      return;
    }
  },
};
