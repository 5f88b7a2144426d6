import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CodeTabs } from "#components/ui/code-tabs.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { frameSnippet, lookupSnippet } from "#lib/console/snippets/frame.ts";
import { SDK_PLATFORMS, sdkInstallation, sdkSnippet } from "#lib/console/snippets/sdk.ts";
import { serverSnippets } from "#lib/console/snippets/server.ts";
import {
  KEY_VARIABLE,
  SNIPPET_LANGUAGES,
  type SnippetContext,
} from "#lib/console/snippets/snippet.ts";
import { returnSnippet, webviewSnippet } from "#lib/console/snippets/webview.ts";
import type { IntegrationMethod } from "#lib/merchants/model/integration-method.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  method: IntegrationMethod;
  context: SnippetContext;
  /** From the address: a language, a platform of the SDK. */
  chosen: { language: string | undefined; platform: string | undefined };
  along: Record<string, string | undefined>;
};

export function Guide(props: Props) {
  const { text, method, along } = props;
  const { guide } = text.messages.installations;
  const Steps = { web: WebSteps, direct: DirectSteps, sdk: SdkSteps }[method];
  return (
    <Card labelledBy="guide">
      <div className="grid gap-6">
        <div className="grid gap-1">
          <h2 id="guide" className="font-semibold text-lg">
            {guide.title}
          </h2>
          <p className="text-muted">{text.format(guide.environment, { variable: KEY_VARIABLE })}</p>
        </div>
        <ol className="grid list-decimal gap-8 ps-6 marker:font-semibold marker:text-muted">
          <Steps {...props} />
          <Step title={guide.outcome} lead={guide.outcomeLead}>
            <StepLink href={consolePath("/webhooks", along)}>{guide.webhooks}</StepLink>
          </Step>
        </ol>
      </div>
    </Card>
  );
}

function WebSteps(props: Props) {
  const { text, context, along } = props;
  const words = text.messages.installations.guide.web;
  return (
    <>
      <Step title={words.create} lead={words.createLead}>
        <ServerTabs {...props} />
      </Step>
      <Step title={words.show} lead={words.showLead}>
        <CodeBlock code={frameSnippet(context)} />
        <p className="max-w-3xl text-muted">{words.showOrigins}</p>
        <StepLink href={consolePath("/settings/embedding", along)}>{words.embedding}</StepLink>
      </Step>
      <Step title={words.back} lead={words.backLead}>
        <CodeBlock code={lookupSnippet(context)} />
      </Step>
    </>
  );
}

function DirectSteps(props: Props) {
  const { text, context, along } = props;
  const words = text.messages.installations.guide.direct;
  return (
    <>
      <Step title={words.pay} lead={words.payLead}>
        <ServerTabs {...props} />
      </Step>
      <Step title={words.webview} lead={words.webviewLead}>
        <CodeBlock code={webviewSnippet(context)} />
      </Step>
      <Step title={words.back} lead={words.backLead}>
        <CodeBlock code={returnSnippet(context)} />
        <StepLink href={consolePath("/settings/apps", along)}>{words.schemes}</StepLink>
      </Step>
    </>
  );
}

function SdkSteps(props: Props) {
  const { text, context, chosen } = props;
  const { guide } = text.messages.installations;
  const words = guide.sdk;
  const platforms = SDK_PLATFORMS.map((id) => ({
    id,
    label: guide.platforms[id],
    code: [sdkInstallation(id, context), sdkSnippet(id, context)],
  }));
  return (
    <>
      <Step title={words.token} lead={words.tokenLead}>
        <ServerTabs {...props} />
      </Step>
      <Step title={words.pay} lead={words.payLead}>
        <CodeTabs
          legend={guide.platform}
          name="platform"
          tabs={platforms}
          chosen={chosen.platform}
        />
      </Step>
    </>
  );
}

function ServerTabs({ text, method, context, chosen }: Props) {
  const { guide } = text.messages.installations;
  const snippets = serverSnippets(method, context);
  const tabs = SNIPPET_LANGUAGES.map((id) => ({
    id,
    label: guide.languages[id],
    code: snippets[id],
  }));
  return <CodeTabs legend={guide.language} name="snippet" tabs={tabs} chosen={chosen.language} />;
}

function Step({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <li className="min-w-0 ps-1">
      <h3 className="font-semibold">{title}</h3>
      <div className="mt-1 grid min-w-0 gap-3">
        <p className="max-w-3xl text-muted">{lead}</p>
        {children}
      </div>
    </li>
  );
}

function StepLink({ href, children }: { href: string; children: string }) {
  return (
    <p>
      <PageLink className="link" href={href}>
        {children}
      </PageLink>
    </p>
  );
}
