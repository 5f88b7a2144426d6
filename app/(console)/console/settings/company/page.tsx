import { CompanyName } from "#components/console/settings/company-name.tsx";
import { DeliverOn } from "#components/console/settings/deliver-on.tsx";
import { PayeeForm } from "#components/console/settings/payee-form.tsx";
import { PayeeSection } from "#components/console/settings/payee-section.tsx";
import { PayerVerification } from "#components/console/settings/payer-verification.tsx";
import { RefundLimits } from "#components/console/settings/refund-limits.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../mode.ts";
import { mayEdit, SettingsPage, settingsMetadata } from "../settings-page.tsx";
import {
  proposePayeeAction,
  renameAction,
  setDeliverOnAction,
  setPayerVerificationAction,
  setRefundLimitsAction,
  withdrawPayeeAction,
} from "./actions.ts";

export const generateMetadata = settingsMetadata("company");

export default async function CompanyPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const visit = await requireVisit();
  const { accounts, env, refunds } = await getServices();
  const [text, { change }, payees] = await Promise.all([
    merchantText(),
    searchParams,
    accounts.payeeOverview(visit.account.id),
  ]);
  const isVerificationFixed = env.PAYER_VERIFICATION === "always";
  const isEditable = mayEdit(visit, "owner");
  const isChanging = change === "iban" || !payees.primary;
  const form = isEditable && isChanging && (
    <PayeeForm
      text={text}
      payees={payees}
      companyName={visit.account.name}
      action={proposePayeeAction}
    />
  );
  return (
    <SettingsPage visit={visit} tab="company" needed="owner">
      {!payees.primary && form}
      <CompanyName
        text={text}
        name={visit.account.name}
        action={isEditable ? renameAction : undefined}
      />
      {(payees.primary || !isEditable) && (
        <PayeeSection
          text={text}
          accountId={visit.account.id}
          payees={payees}
          now={new Date()}
          withdraw={isEditable ? withdrawPayeeAction : undefined}
          changeHref={
            isEditable && !isChanging
              ? consolePath("/settings/company", { change: "iban", ...text.linkQuery })
              : undefined
          }
        />
      )}
      {payees.primary && form}
      <DeliverOn
        text={text}
        chosen={visit.account.deliverOn}
        action={isEditable ? setDeliverOnAction : undefined}
      />
      <RefundLimits
        text={text}
        limits={await refunds.limits(visit.account.id)}
        action={isEditable ? setRefundLimitsAction : undefined}
      />
      <PayerVerification
        text={text}
        isOn={isVerificationFixed || visit.account.payerVerification === "on"}
        isFixed={isVerificationFixed}
        action={isEditable ? setPayerVerificationAction : undefined}
      />
    </SettingsPage>
  );
}
