import type { Text } from "#lib/platform/i18n/format.ts";
import { TranslatedPage } from "../../../translated-page.tsx";

type Words = { title: string; lead: string; maker?: { title: string; lead: string } };

type Props = { words: Words; text: Text };

export function AgainContent({ words: { title, lead, maker }, text }: Props) {
  return (
    <TranslatedPage title={title} lead={lead} text={text}>
      {maker && (
        <section aria-labelledby="maker" className="grid gap-1 text-sm">
          <h2 id="maker" className="font-semibold">
            {maker.title}
          </h2>
          <p className="text-muted">{maker.lead}</p>
        </section>
      )}
    </TranslatedPage>
  );
}

export function againWords(problem: unknown, { messages }: Text): Words {
  const { again } = messages.payer;
  switch (problem) {
    case "link_used":
      return again.link_used;
    case "link_not_valid":
      return again.link_not_valid;
    case "return_address_refused":
      return again.return_address_refused;
    case "cookies_blocked":
      return again.cookies_blocked;
    case "session_missing":
    case undefined:
      return again.session_missing;
    default:
      return again.unavailable;
  }
}
