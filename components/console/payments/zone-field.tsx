"use client";

import { useSyncExternalStore } from "react";
import { readerZone } from "#components/console/reader-zone.ts";

const UTC = "UTC";

/** The days of a form are those of the reader's time zone. Without scripts the field is absent, and days are in UTC. */
export function ZoneField() {
  const zone = useSyncExternalStore(
    () => () => {},
    readerZone,
    () => UTC,
  );
  return zone === UTC ? null : <input type="hidden" name="zone" value={zone} />;
}
