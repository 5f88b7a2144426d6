import type { Text } from "#lib/platform/i18n/format.ts";
import { List, MailLink, Section } from "./section.tsx";

/** Change it with the statement. */
const PREPARED_ON = "2026-11-25";

type Props = { text: Text; email: string | undefined };

/** Each tested point has its test: `e2e/kit/accessible.ts`, `keyboard`, `every-state` and `without-javascript`. */
export function AccessibilityContent({ text, email }: Props) {
  const { common, information } = text.messages;
  const { scope, tested, limits, feedback, date } = information.accessibility;
  return (
    <>
      <p>{scope}</p>
      <Section id="tested" title={tested.title}>
        <List items={[tested.axe, tested.keyboard, tested.sight, tested.script, tested.focus]} />
      </Section>
      <Section id="limits" title={limits.title}>
        <List items={[limits.people, limits.time, limits.console]} />
      </Section>
      <Section id="feedback" title={feedback.title}>
        {email === undefined ? (
          <p>{feedback.shop}</p>
        ) : (
          <p>
            {feedback.write} <MailLink address={email} />
          </p>
        )}
      </Section>
      <p className="text-muted text-sm">
        {text.format(date, { date: text.date(PREPARED_ON), product: common.product })}
      </p>
    </>
  );
}
