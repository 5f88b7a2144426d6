import { Menu } from "lucide";
import type { ReactNode } from "react";
import { accessibilityPath } from "#components/checkout/links.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { WordMark } from "#components/ui/word-mark.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

export type FrameProps = {
  text: MerchantText;
  /** Of what the pages are about, such as an account. */
  name: string;
  nameHref: string;
  top?: ReactNode;
  navigation: ReactNode;
  /** Another part of the console. */
  elsewhere?: { href: string; label: string } | undefined;
  user: { name: string };
  /** For lists: uses the whole window. */
  isWide: boolean;
  signOut: (form: FormData) => Promise<void>;
  children: ReactNode;
};

/** The navigation is a menu on narrow screens. */
export function ShellFrame(props: FrameProps) {
  const { text, name, nameHref, top, navigation, isWide, children } = props;
  const words = text.messages.console;
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-card focus:p-3"
      >
        {words.skip}
      </a>
      {top}
      <div className="flex flex-1 flex-col lg:flex-row">
        <header className="flex items-center justify-between gap-4 border-line border-b px-4 py-3 lg:hidden">
          <p className="min-w-0 truncate font-semibold">{name}</p>
          <details className="relative">
            <summary className="flex min-h-11 list-none items-center gap-2 rounded-soft border border-edge px-3">
              <Icon of={Menu} />
              {words.menu}
            </summary>
            <div className="absolute end-0 z-10 mt-2 grid w-64 gap-4 rounded-soft border border-line bg-card p-3 shadow-card">
              {navigation}
              <SignedIn {...props} />
            </div>
          </details>
        </header>
        <header className="hidden w-60 shrink-0 flex-col gap-6 border-line border-e p-4 lg:flex">
          <p className="px-3 pt-2">
            <WordMark name={text.messages.common.product} />
          </p>
          <PageLink
            href={nameHref}
            className="rounded-soft px-3 py-2 font-semibold text-ink no-underline hover:bg-sunken"
          >
            {name}
          </PageLink>
          {navigation}
          <SignedIn {...props} />
        </header>
        <main
          id="page"
          tabIndex={-1}
          className={`grid min-w-0 flex-1 content-start p-4 ${isWide ? "gap-3 lg:px-6 lg:py-5" : "max-w-[65rem] gap-6 lg:p-8"}`}
        >
          {children}
        </main>
      </div>
    </div>
  );
}

function SignedIn({ text, user, signOut, elsewhere }: FrameProps) {
  const words = text.messages.console;
  return (
    <div className="grid gap-2 border-line border-t pt-3 text-sm">
      {elsewhere && (
        <PageLink className="link inline-flex min-h-11 items-center px-3" href={elsewhere.href}>
          {elsewhere.label}
        </PageLink>
      )}
      <p className="px-3 text-muted">{text.format(words.signedInAs, { name: user.name })}</p>
      <Form action={signOut} className="-ms-2">
        <Button look="quiet">{words.signOut}</Button>
      </Form>
      <a href={accessibilityPath(text.linkQuery)} className="foot-link px-3 text-muted">
        {text.messages.information.accessibility.title}
      </a>
    </div>
  );
}
