import { PageButton } from "#components/ui/page-button.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { merchantText } from "#lib/next/request/text.ts";

export default async function ConsoleNotFound() {
  const text = await merchantText();
  const words = text.messages.console.notFound;
  return (
    <PlainPage title={words.title} lead={words.lead}>
      <p>
        <PageButton href={consolePath("", text.linkQuery)}>{words.back}</PageButton>
      </p>
    </PlainPage>
  );
}
