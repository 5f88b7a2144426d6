import type { Text } from "#lib/platform/i18n/format.ts";

type Props = { text: Text; at: Date; now: Date };

/** Relative time, such as "3 minutes ago". The exact time shows on hover and is read out. */
export function Moment({ text, at, now }: Props) {
  const exact = text.dateTime(at.toISOString());
  return (
    <time dateTime={at.toISOString()} title={exact} className="whitespace-nowrap">
      <span aria-hidden="true">{text.ago(at, now)}</span>
      <span className="sr-only">{exact}</span>
    </time>
  );
}
