"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";

type Props = {
  label: string;
  /** Accessible name: the label and its subject. */
  name?: string | undefined;
  /** Shown only in browsers that can share links, see {@link ShareMark}. */
  needsShare?: boolean;
  act: () => Promise<string>;
};

export function ScriptButton({ label, name, needsShare = false, act }: Props) {
  const [message, setMessage] = useState("");
  const isHydrated = useSyncExternalStore(neverChanges, isInBrowser, isOnServer);
  return (
    // Reserves its space, so that nothing moves when scripts load.
    <span
      className={`needs-script inline-flex shrink-0 flex-col items-center ${needsShare ? "needs-share" : ""} ${isHydrated ? "" : "invisible"}`}
    >
      <Button look="quiet" type="button" aria-label={name} onClick={() => act().then(setMessage)}>
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
