"use client";

import { Share2 } from "lucide";
import { useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";

type Props = { url: string; title: string; children: string };

/** Only where the device has a share sheet. */
export function ShareButton({ url, title, children }: Props) {
  const canShare = useSyncExternalStore(
    () => () => {},
    () => "share" in navigator,
    () => false,
  );
  if (!canShare) return null;
  return (
    <Button
      type="button"
      look="secondary"
      icon={<Icon of={Share2} size={16} />}
      // A closed sheet is no error.
      onClick={() => void navigator.share({ url, title }).catch(() => undefined)}
    >
      {children}
    </Button>
  );
}
