"use client";

import { useSyncExternalStore } from "react";

/** The days of a form are those of the reader's time zone. Without scripts the field is absent, and days are in UTC. */
export function ZoneField() {
  const zone = useSyncExternalStore(
    subscribe,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => undefined,
  );
  return zone === undefined || zone === "UTC" ? null : (
    <input type="hidden" name="zone" value={zone} />
  );
}

const subscribe = () => () => undefined;
