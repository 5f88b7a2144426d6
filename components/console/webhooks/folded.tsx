type Props = { title: string; code: string; isOpen?: boolean };

/** Plain text of another server. */
export function Folded({ title, code, isOpen = false }: Props) {
  return (
    <details className="min-w-0" open={isOpen}>
      <summary className="text-muted text-sm">{title}</summary>
      <pre className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-soft border border-line bg-sunken p-3 font-mono text-sm">
        {code}
      </pre>
    </details>
  );
}

// The order of headers has no meaning; this one is easy to read.
export function asLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .sort(
      ([left], [right]) =>
        Number(right.startsWith("webhook-")) - Number(left.startsWith("webhook-")),
    )
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
