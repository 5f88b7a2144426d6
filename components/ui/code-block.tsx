import { CopyButton } from "./copy-button.tsx";

type Props = { code: string; copyLabel?: string };

/** Long lines wrap, so nothing scrolls sideways. */
export function CodeBlock({ code, copyLabel }: Props) {
  return (
    <div className="grid min-w-0 gap-2 rounded-soft border border-line bg-sunken p-3">
      <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-sm">
        <code>{code}</code>
      </pre>
      <div className="needs-script justify-self-end">
        <CopyButton text={code} label={copyLabel} />
      </div>
    </div>
  );
}
