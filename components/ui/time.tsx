import { utcTime } from "#lib/platform/i18n/exact-time.ts";
import { PageElement } from "./page-element.tsx";
import type { TimeProps } from "./time.script.ts";

type Props = TimeProps & {
  /** A row of a table shows the hint when its link has the focus. */
  isInRow?: boolean;
};

/** In the reader's time zone, with UTC on hover and focus. Without scripts in UTC. */
export function Time({ at, ago, isInRow = false }: Props) {
  const inUtc = utcTime(new Date(at));
  return (
    <PageElement<TimeProps> name="page-time" props={{ at, ago }}>
      <time
        dateTime={at}
        data-hint={inUtc}
        // The hint must be reachable by keyboard.
        tabIndex={isInRow ? undefined : 0}
        className="hinted whitespace-nowrap tabular-nums"
      >
        {ago === undefined ? (
          inUtc
        ) : (
          <>
            <span aria-hidden="true">{ago}</span>
            <span className="sr-only">{inUtc}</span>
          </>
        )}
      </time>
    </PageElement>
  );
}
