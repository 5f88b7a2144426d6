"use client";

import type { LucideIcon } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";

type Props = {
  label: string;
  icon: LucideIcon;
  /** Accessible name: the label and its subject. */
  name?: string | undefined;
  /** Shown only in browsers that can share links, see {@link BrowserMarks}. */
  needsShare?: boolean;
  act: () => Promise<string>;
};

export function ScriptButton({ label, icon, name, needsShare = false, act }: Props) {
  const [message, setMessage] = useState("");
  const isHydrated = useSyncExternalStore(neverChanges, isInBrowser, isOnServer);
  return (
    // Reserves its space, so that nothing moves when scripts load.
    <span
      className={`needs-script inline-grid shrink-0 justify-items-stretch text-center ${needsShare ? "needs-share" : ""} ${isHydrated ? "" : "invisible"}`}
    >
      <Button
        look="tool"
        size="small"
        type="button"
        aria-label={name}
        icon={<Icon of={icon} size={16} />}
        onClick={() => act().then(setMessage)}
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
