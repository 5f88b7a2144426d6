import { QRCodeSVG } from "qrcode.react";

type Props = {
  /** The link the code holds. */
  link: string;
  /** Names payee, amount, order and expiry for those who can't see it. */
  alternative: string;
};

/** In modules, as ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

/** Dark on white in every colour scheme, never narrower than 240 px, with its quiet zone inside. */
export function QrCode({ link, alternative }: Props) {
  return (
    <div className="-mx-2 flex justify-center">
      <div className="w-full min-w-60 max-w-80 overflow-hidden rounded-soft border border-line bg-white forced-color-adjust-none">
        <QRCodeSVG
          value={link}
          // EPC069-12 asks for this very level.
          level="M"
          boostLevel={false}
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
