import { CheckForm } from "#components/embedding/check-form.tsx";
import { Findings } from "#components/embedding/findings.tsx";
import { headersCommand, servedAt } from "#components/embedding/served.ts";
import { ServedHeaders } from "#components/embedding/served-headers.tsx";
import { ButtonWords } from "#components/ui/button-words.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { EMBED_PROBE } from "#lib/next/request/security-headers.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { lookAt, type Query, readTyped } from "./asked.ts";

type Props = { searchParams: Promise<Query> };

export const generateMetadata = titleOf((words) => words.embedCheck.tab);

/** The form is a GET form: nothing is stored. */
export default async function EmbedCheckPage({ searchParams }: Props) {
  const typed = readTyped(await searchParams);
  const text = await merchantText();
  const { env } = await getServices();
  const { findings, isKnown } = await lookAt(typed, env.CHECKOUT_URL);
  const probe = new URL(EMBED_PROBE, env.PUBLIC_URL).href;
  const query = isKnown ? `?${new URLSearchParams({ reference: typed.reference })}` : "";
  const { address, isReadable } = servedAt({ url: `${env.CHECKOUT_URL}${query}`, isKnown }, probe);
  const words = text.messages.embedCheck;
  const { busy, copy, copied } = text.messages.console;
  return (
    <ButtonWords words={{ busy, copy, copied }}>
      <PageShell width="regular">
        <PageTitle lead={words.lead}>{words.title}</PageTitle>
        {findings.length > 0 && <Findings text={text} findings={findings} />}
        <Card labelledBy="served">
          <div className="grid gap-4">
            <h2 id="served" className="font-semibold text-lg">
              {words.served.title}
            </h2>
            {isReadable ? (
              <ServedHeaders address={address} words={words.served} />
            ) : (
              <>
                <p>{words.served.elsewhere}</p>
                <CodeBlock code={headersCommand(address)} />
              </>
            )}
          </div>
        </Card>
        <Card>
          <CheckForm text={text} typed={typed} probe={probe} />
        </Card>
      </PageShell>
    </ButtonWords>
  );
}
