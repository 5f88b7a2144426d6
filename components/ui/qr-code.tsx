import { qrModules, qrPath } from "#lib/platform/print/qr-code.ts";

type Props = { content: string; label: string };

/** Dark on white in both schemes, as cameras need, with the quiet zone inside. */
export function QrCode({ content, label }: Props) {
  const modules = qrModules(content);
  const side = modules.length;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="h-auto w-full rounded-soft"
    >
      <path fill="#ffffff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000000" d={qrPath(modules)} />
    </svg>
  );
}
