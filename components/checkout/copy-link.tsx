"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";

type Props = {
  link: string;
  label: string;
  /** The label with what is copied, for those who do not see what the button stands beside. */
  name?: string;
  doneText: string;
  failedText: string;
};

export function CopyLink({ link, label, name, doneText, failedText }: Props) {
  const [message, setMessage] = useState("");
  const isHydrated = useSyncExternalStore(neverChanges, isInBrowser, isOnServer);
  return (
    // Its place is kept, so that nothing moves when scripts arrive.
    <span
      className={`needs-script inline-flex shrink-0 flex-col items-center ${isHydrated ? "" : "invisible"}`}
    >
      <Button
        look="quiet"
        type="button"
        aria-label={name}
        onClick={() => copy(link).then((done) => setMessage(done ? doneText : failedText))}
      >
        {label}
      </Button>
      <span role="status" className="text-muted text-sm">
        {message}
      </span>
    </span>
  );
}

const neverChanges = () => () => undefined;
const isInBrowser = () => true;
const isOnServer = () => false;

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A frame without the clipboard permission may still copy what is selected after a click.
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
