import type { ReactNode } from "react";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { requireSession } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { ConsolePage } from "../console-page.tsx";

type Props = {
  session: Awaited<ReturnType<typeof requireSession>>;
  path: `/profile${"" | `/${string}`}`;
  children: ReactNode;
};

/** Also works for users without an account. */
export async function ProfilePage({ session, path, children }: Props) {
  const { user, membership } = session;
  if (membership) {
    const visit = { session, user, ...membership };
    return (
      <ConsolePage visit={visit} section="profile" path={path}>
        <div className="group grid max-w-3xl gap-6">{children}</div>
      </ConsolePage>
    );
  }
  const { messages, linkQuery } = await merchantText();
  return (
    <PageShell width="regular">
      <p>
        <PageLink className="link" href={consolePath("/accounts", linkQuery)}>
          {messages.console.pages.accounts}
        </PageLink>
      </p>
      <div className="group grid gap-6">{children}</div>
    </PageShell>
  );
}

export async function BackToProfile() {
  const { messages, linkQuery } = await merchantText();
  return (
    <p>
      <PageLink className="link" href={consolePath("/profile", linkQuery)}>
        {messages.security.back}
      </PageLink>
    </p>
  );
}
