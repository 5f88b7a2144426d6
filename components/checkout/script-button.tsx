"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";

type Props = {
  label: string;
  /** The label with what it is about, for those who do not see what the button stands beside. */
  name?: string | undefined;
  /** Only for browsers that can hand a link on, which {@link ShareMark} marks. */
  needsShare?: boolean;
  /** Resolves to what came of it, in words. */
  act: () => Promise<string>;
};

/** A button that only a script can serve, with what came of it below. */
export function ScriptButton({ label, name, needsShare = false, act }: Props) {
  const [message, setMessage] = useState("");
  const isHydrated = useSyncExternalStore(neverChanges, isInBrowser, isOnServer);
  return (
    // Its place is kept, so that nothing moves when scripts arrive.
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
