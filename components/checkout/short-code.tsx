/** Shown on the shop page and on the phone, so that the payer sees they belong together. */
export function ShortCode({ label, code }: { label: string; code: string }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-soft border border-line bg-sunken px-4 py-3">
      <span className="text-muted">{label}</span>
      <strong
        dir="ltr"
        className="whitespace-nowrap font-mono font-semibold text-xl tracking-wider"
      >
        {code}
      </strong>
    </p>
  );
}
