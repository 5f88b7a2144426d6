"use client";

import { useSyncExternalStore } from "react";
import { localTime, utcTime } from "#lib/platform/i18n/exact-time.ts";

type Props = {
  /** ISO 8601. */
  at: string;
  /** Shown instead, such as "3 minutes ago". */
  ago?: string | undefined;
  /** A row of a table shows the hint when its link has the focus. */
  isInRow?: boolean;
};

/** In the reader's time zone, with UTC on hover and focus. Without scripts in UTC. */
export function Time({ at, ago, isInRow = false }: Props) {
  const moment = new Date(at);
  const inUtc = utcTime(moment);
  // Only the browser knows its time zone.
  const exact = useSyncExternalStore(
    neverChanges,
    () => localTime(moment),
    () => inUtc,
  );
  return (
    <time
      // Aligned text of another length starts elsewhere. A new element avoids a layout shift.
      key={ago ?? exact.length}
      dateTime={at}
      data-hint={ago === undefined || exact === inUtc ? inUtc : `${exact} · ${inUtc}`}
      // The hint must be reachable by keyboard.
      tabIndex={isInRow ? undefined : 0}
      className="hinted whitespace-nowrap tabular-nums"
    >
      {ago === undefined ? (
        exact
      ) : (
        <>
          <span aria-hidden="true">{ago}</span>
          <span className="sr-only">{exact}</span>
        </>
      )}
    </time>
  );
}

const neverChanges = () => () => {};
