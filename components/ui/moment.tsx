import type { Text } from "#lib/platform/i18n/format.ts";
import { Time } from "./time.tsx";

type Props = { text: Text; at: Date; now: Date };

/** Relative time, such as "3 minutes ago". The exact time shows on hover and focus, and is read out. */
export function Moment({ text, at, now }: Props) {
  return <Time at={at.toISOString()} ago={text.ago(at, now)} />;
}
