import { QRCodeSVG } from "qrcode.react";
import type { ComponentProps } from "react";
import { renderMarkup } from "#lib/next/light/markup.ts";

type Code = ComponentProps<typeof QRCodeSVG>;
type Options = Pick<Code, "value" | "level" | "size" | "boostLevel"> & { label: string };

/** In modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** HTML: dark on white in every colour scheme, as cameras need, with the quiet zone inside. */
export function qrSvg({ label, ...code }: Options): string {
  return renderMarkup(
    <QRCodeSVG
      {...code}
      marginSize={QUIET_ZONE}
      fgColor="#000000"
      bgColor="#ffffff"
      role="img"
      aria-label={label}
      className="h-auto w-full"
    />,
  );
}
