import { Mail } from "lucide";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { ShareButton } from "./share-button.tsx";

type Props = {
  text: MerchantText;
  url: string;
  /** Of the merchant. */
  name: string;
  description: string | null;
  /** HTML for pages. */
  button: string;
};

export function LinkShare({ text, url, name, description, button }: Props) {
  const { link: words } = text.messages.paymentLinks;
  const subject = description ?? text.format(words.share.mailSubject, { name });
  return (
    <Card labelledBy="share">
      <h2 id="share" className="mb-3 font-semibold">
        {words.share.title}
      </h2>
      <div className="grid gap-4">
        <p className="wrap-anywhere">
          <a className="link" href={url} target="_blank" rel="noopener">
            {url}
          </a>
        </p>
        <div className="flex flex-wrap gap-3">
          <span className="needs-script">
            <CopyButton text={url} label={words.copy} />
          </span>
          <ButtonLink
            look="secondary"
            icon={<Icon of={Mail} size={16} />}
            href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`}
          >
            {words.share.mail}
          </ButtonLink>
          <ShareButton url={url} title={subject}>
            {words.share.native}
          </ShareButton>
        </div>
        <div className="grid gap-2">
          <h3 className="font-medium">{words.button.title}</h3>
          <p className="text-muted">{words.button.lead}</p>
          <CodeBlock code={button} copyLabel={words.button.copy} />
        </div>
      </div>
    </Card>
  );
}
