import { QRCodeSVG } from "qrcode.react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import type { TotpSetUp } from "#lib/identity/second-factors/totp.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** The code is dark on white in every colour scheme, as cameras need. */
export function AuthenticatorCode({ text, setUp }: { text: MerchantText; setUp: TotpSetUp }) {
  const words = text.messages.security.authenticator;
  return (
    <div className="grid gap-4">
      <p>{words.scan}</p>
      <div className="w-56 overflow-hidden rounded-soft border border-line bg-white forced-color-adjust-none">
        <QRCodeSVG
          value={setUp.uri}
          level="M"
          size={224}
          marginSize={4}
          fgColor="#000000"
          bgColor="#ffffff"
          role="img"
          aria-label={words.scanAlternative}
          className="h-auto w-full"
        />
      </div>
      <details>
        <summary className="link min-h-11 py-2">{words.byHand}</summary>
        <CodeBlock
          code={setUp.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
          copy={text.messages.console.copy}
          copied={text.messages.console.copied}
        />
      </details>
    </div>
  );
}
