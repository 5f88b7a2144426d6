import type { Text } from "#lib/platform/i18n/format.ts";
import { Time } from "./time.tsx";

type Props = {
  text: Text;
  /** Can contain `{when}`. */
  message: string;
  values?: Record<string, string | number> | undefined;
  at: Date;
};

const PLACE = "\u0000";

/** A sentence, with a time where it has one. */
export function TimeWithin({ text, message, values = {}, at }: Props) {
  const [before, after] = text.format(message, { ...values, when: PLACE }).split(PLACE);
  return (
    <>
      {before}
      {after !== undefined && <Time at={at.toISOString()} />}
      {after}
    </>
  );
}
