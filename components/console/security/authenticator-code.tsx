import { qrSvg } from "#components/checkout/qr-svg.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import type { TotpSetUp } from "#lib/identity/second-factors/totp.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

export function AuthenticatorCode({ text, setUp }: { text: MerchantText; setUp: TotpSetUp }) {
  const words = text.messages.security.authenticator;
  return (
    <div className="grid gap-4">
      <p>{words.scan}</p>
      <div
        className="w-56 overflow-hidden rounded-soft border border-line bg-white forced-color-adjust-none"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React has escaped it
        dangerouslySetInnerHTML={{
          __html: qrSvg({ value: setUp.uri, level: "M", size: 224, label: words.scanAlternative }),
        }}
      />
      <details>
        <summary className="link min-h-11 py-2">{words.byHand}</summary>
        <CodeBlock code={setUp.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")} />
      </details>
    </div>
  );
}
