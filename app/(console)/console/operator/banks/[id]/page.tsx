import { notFound } from "next/navigation";
import { BankDays, PauseBank } from "#components/console/operator/bank-tables.tsx";
import { requireOperator } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../../mode.ts";
import { noticeOf, OperatorPage, operatorMetadata } from "../../operator-page.tsx";
import { pauseBankAction, resumeBankAction } from "./actions.ts";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<PageQuery> };

export const generateMetadata = operatorMetadata("banks");

export default async function OperatorBankPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = `/operator/banks/${encodeURIComponent(id)}` as const;
  const visit = await requireOperator(path);
  const { operator, clock } = await getServices();
  const [text, banks, { done }] = await Promise.all([
    merchantText(),
    operator.banks(),
    searchParams,
  ]);
  const bank = banks.find((one) => one.id === id);
  if (!bank) notFound();
  const words = text.messages.operator.banks;
  return (
    <OperatorPage
      visit={visit}
      section="banks"
      title={bank.name}
      lead={`${bank.id}, ${words[bank.mode]}`}
      notice={noticeOf({ paused: words.pauseDone, resumed: words.resumeDone }, done)}
    >
      <BankDays text={text} days={bank.days} />
      <PauseBank
        text={text}
        isRecent={visit.isRecent}
        path={path}
        bank={bank}
        now={clock.now()}
        pause={pauseBankAction}
        resume={resumeBankAction}
      />
    </OperatorPage>
  );
}
