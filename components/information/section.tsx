import type { ReactNode } from "react";

type Props = { id: string; title: string; children: ReactNode };

export function Section({ id, title, children }: Props) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

type ListProps = { items: string[] };

export function List({ items }: ListProps) {
  return (
    <ul className="grid grid-cols-1 list-outside list-disc gap-1 ps-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

type LinkProps = { href: string; children: ReactNode };

export function PageLink({ href, children }: LinkProps) {
  return (
    <a href={href} className="link wrap-anywhere inline-block min-h-6">
      {children}
    </a>
  );
}

export function MailLink({ address }: { address: string }) {
  // Before the `?` of a mailto: URL, RFC 6068 wants these encoded.
  const path = encodeURI(address).replaceAll(/[?#&]/g, encodeURIComponent);
  return (
    <PageLink href={`mailto:${path}`}>
      <bdi dir="ltr">{address}</bdi>
    </PageLink>
  );
}
