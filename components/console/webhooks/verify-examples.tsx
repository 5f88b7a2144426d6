import { CodeTabs } from "#components/ui/code-tabs.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { verifySnippets } from "#lib/console/snippets/verify-webhook.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; url: string; chosen: string | undefined };

export function VerifyExamples({ text, url, chosen }: Props) {
  const { webhooks } = text.messages;
  const words = webhooks.verify;
  const tabs = verifySnippets(new URL(url)).map(({ language, label, code }) => ({
    id: language,
    label,
    code,
  }));
  return (
    <>
      <p>{words.lead}</p>
      <CodeTabs legend={words.language} name="verify" tabs={tabs} chosen={chosen} />
      <p className="text-muted text-sm">{words.standard}</p>
      <p className="text-sm">
        <PageLink className="link" href={consolePath("/webhooks/check", text.linkQuery)}>
          {webhooks.checkLink}
        </PageLink>
      </p>
    </>
  );
}
