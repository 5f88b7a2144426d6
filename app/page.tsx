import {
  ArrowRight,
  Braces,
  type IconNode,
  Landmark,
  LayoutDashboard,
  Mail,
  ShoppingBag,
  Smartphone,
} from "lucide";
import { mailboxPath } from "#components/checkout/links.ts";
import { Icon } from "#components/ui/icon.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { WordMark } from "#components/ui/word-mark.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

export const generateMetadata = titleOf((words) => words.home.tab);

export default async function HomePage() {
  const { home, common } = (await merchantText()).messages;
  const { env, sandboxEnabled } = await getServices();
  const hasSandbox = await sandboxEnabled();
  return (
    <PageShell
      width="regular"
      header={
        <p className="py-2 text-accent">
          <WordMark name={common.product} size="large" />
        </p>
      }
    >
      <div className="grid gap-4 py-6 sm:py-10">
        <h1 className="max-w-xl font-semibold text-3xl leading-tight tracking-tight sm:text-4xl">
          {home.title}
        </h1>
        <p className="max-w-xl text-lg text-muted">{home.lead}</p>
      </div>
      <nav aria-label={home.start}>
        <ul className="divide-y divide-line overflow-hidden rounded-soft border border-line bg-card shadow-card">
          {env.DEMO && <Entry icon={ShoppingBag} words={home.shop} href={env.SANDBOX_SHOP_URL} />}
          {env.DEMO && hasSandbox && (
            <Entry
              icon={Smartphone}
              words={home.app}
              href={new URL("/sandbox/app", env.SANDBOX_SHOP_URL).href}
            />
          )}
          <Entry icon={LayoutDashboard} words={home.console} href={consolePath()} />
          {hasSandbox && <Entry icon={Mail} words={home.mail} href={mailboxPath()} />}
          {hasSandbox && <Entry icon={Landmark} words={home.bank} href="/sandbox/bank" />}
          <Entry icon={Braces} words={home.api} href="/openapi.json" />
        </ul>
      </nav>
    </PageShell>
  );
}

type EntryProps = { icon: IconNode; words: { title: string; lead: string }; href: string };

function Entry({ icon, words, href }: EntryProps) {
  return (
    <li>
      <a
        href={href}
        className="flex items-center gap-4 px-5 py-5 -outline-offset-3 transition-colors hover:bg-sunken"
      >
        <span className="text-accent">
          <Icon of={icon} size={24} />
        </span>
        <span className="grid flex-1">
          <span className="font-semibold">{words.title}</span>
          <span className="text-muted">{words.lead}</span>
        </span>
        <span className="text-muted rtl:rotate-180">
          <Icon of={ArrowRight} points />
        </span>
      </a>
    </li>
  );
}
