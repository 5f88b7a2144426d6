import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { FollowMailbox } from "#components/sandbox/mail/follow-mailbox.tsx";
import { MailForm } from "#components/sandbox/mail/mail-form.tsx";
import { MailList } from "#components/sandbox/mail/mail-list.tsx";
import { TopLine } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const addressSchema = z.string().trim().min(3).max(254).includes("@");

export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: (await merchantText()).messages.mailbox.tab } };
}

export default async function MailboxPage({ searchParams }: Props) {
  const { sandboxMail, sandboxEnabled } = await getServices();
  if (!(await sandboxEnabled())) notFound();
  const text = await merchantText();
  const words = text.messages.mailbox;
  const { to } = await searchParams;
  const asked = addressSchema.safeParse(to);
  const mails = asked.success ? await sandboxMail.list(asked.data) : [];
  return (
    <PageShell width="regular" top={<TopLine>{words.line}</TopLine>}>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <Card>
        <MailForm
          text={text}
          address={typeof to === "string" ? to : ""}
          isWrong={to !== undefined && !asked.success}
        />
      </Card>
      {asked.success && <MailList text={text} address={asked.data} mails={mails} />}
      {asked.success && <FollowMailbox />}
    </PageShell>
  );
}
