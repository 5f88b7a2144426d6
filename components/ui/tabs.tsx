import { PageLink } from "./page-link.tsx";

type Props = {
  label: string;
  tabs: { href: string; label: string; isCurrent: boolean }[];
};

/** Links between the pages of one subject. */
export function Tabs({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className="border-line border-b">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <PageLink
              href={tab.href}
              aria-current={tab.isCurrent ? "page" : undefined}
              className={`flex min-h-11 items-center border-b-2 px-3 no-underline hover:bg-sunken ${tab.isCurrent ? "border-accent font-semibold text-accent" : "border-transparent text-ink"}`}
            >
              {tab.label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
