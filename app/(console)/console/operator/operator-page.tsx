import type { Metadata } from "next";
import type { ReactNode } from "react";
import {
  type OperatorSection,
  OperatorShell,
} from "#components/console/operator/operator-shell.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { findOperatorDoor } from "#lib/next/console/console-session.ts";
import type { OperatorVisit } from "#lib/next/console/operator-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { signOutAction } from "../actions.ts";

/** Nothing about the page for all others. */
export const operatorMetadata = (section: OperatorSection) => async (): Promise<Metadata> => {
  if ((await findOperatorDoor()) === "hidden") return {};
  const { messages, format } = await merchantText();
  const { tab, pages } = messages.operator;
  return { title: format(tab, { page: pages[section] }) };
};

type Props = {
  visit: OperatorVisit;
  section: OperatorSection;
  title: string;
  lead?: string;
  /** Of what was just done. */
  notice?: string | undefined;
  children: ReactNode;
};

export async function OperatorPage({ visit, section, title, lead, notice, children }: Props) {
  const text = await merchantText();
  return (
    <OperatorShell text={text} section={section} user={visit.user} signOut={signOutAction}>
      <PageTitle lead={lead}>{title}</PageTitle>
      {notice && (
        <Banner tone="positive" alert>
          <p>{notice}</p>
        </Banner>
      )}
      {children}
    </OperatorShell>
  );
}

/** The words for `?done=`, if there are any. */
export function noticeOf(
  words: Readonly<Record<string, string>>,
  done: string | string[] | undefined,
): string | undefined {
  return typeof done === "string" && Object.hasOwn(words, done) ? words[done] : undefined;
}

/** One line, without control characters. */
export function searchOf(value: string | string[] | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  return value.replace(/\p{C}/gu, "").trim().slice(0, 100) || undefined;
}
