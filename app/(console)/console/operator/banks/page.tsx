import { BankTable } from "#components/console/operator/bank-tables.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { requireOperator } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { OperatorPage, operatorMetadata } from "../operator-page.tsx";

export const generateMetadata = operatorMetadata("banks");

export default async function OperatorBanksPage() {
  const visit = await requireOperator("/operator/banks");
  const { operator } = await getServices();
  const [text, banks] = await Promise.all([merchantText(), operator.banks()]);
  const { pages, banks: words } = text.messages.operator;
  return (
    <OperatorPage visit={visit} section="banks" title={pages.banks} lead={words.lead}>
      {banks.length > 0 ? (
        <Card>
          <BankTable text={text} banks={banks} />
        </Card>
      ) : (
        <EmptyState title={words.none} lead={words.noneLead} />
      )}
    </OperatorPage>
  );
}
