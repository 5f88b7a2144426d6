import { QRCodeSVG } from "qrcode.react";
import { codeOf } from "./code-of.ts";

type Props = {
  content: string;
  alternative: string;
};

/** In modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Dark on white in every colour scheme, at least 240 px wide, with its quiet zone inside. */
export function QrCode({ content, alternative }: Props) {
  return (
    <div className="-mx-2 flex justify-center">
      <div className="w-full min-w-60 max-w-80 min-[900px]:max-w-72 overflow-hidden rounded-soft border border-line bg-white forced-color-adjust-none">
        <QRCodeSVG
          {...codeOf(content)}
          size={320}
          marginSize={QUIET_ZONE}
          fgColor="#000000"
          bgColor="#ffffff"
          role="img"
          aria-label={alternative}
          className="h-auto w-full"
        />
      </div>
    </div>
  );
}
