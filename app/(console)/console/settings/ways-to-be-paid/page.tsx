import { MoneySources } from "#components/console/settings/money-sources.tsx";
import { RoadSection } from "#components/console/settings/road-section.tsx";
import { TransferChoice } from "#components/console/settings/transfer-choice.tsx";
import { Banner } from "#components/ui/banner.tsx";
import type { Fact } from "#components/ui/facts.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { PayeeOverview } from "#lib/merchants/accounts/proposals.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { maskIban } from "#lib/platform/values/iban.ts";
import { getServices } from "#lib/services/index.ts";
import { mayEdit, SettingsPage, settingsMetadata } from "../settings-page.tsx";
import { setTakesTransfersAction } from "./actions.ts";

export const generateMetadata = settingsMetadata("ways-to-be-paid");

export default async function WaysToBePaidPage() {
  const visit = await requireVisit();
  const { account } = visit;
  const { accounts, clock, waysToBePaid } = await getServices();
  const [text, roads, { primary }, ibans] = await Promise.all([
    merchantText(),
    waysToBePaid.read(account),
    accounts.payeeOverview(account.id),
    accounts.payableIbans(account.id, "live"),
  ]);
  const words = text.messages.waysToBePaid;
  const isPayable = primary?.confirmedAt && roads.some(({ state }) => state === "ready");
  return (
    <SettingsPage visit={visit} tab="ways-to-be-paid" needed="owner">
      <p className="text-muted">{words.lead}</p>
      {!isPayable && account.closedAt === null && (
        <Banner tone="warning" title={words.noneTitle}>
          <p>{primary?.confirmedAt ? words.none : words.noneWaiting}</p>
        </Banner>
      )}
      {roads.map((overview) => (
        <RoadSection
          key={overview.road}
          text={text}
          overview={overview}
          now={clock.now()}
          facts={overview.road === "transfer" ? [ibanFact(text, primary)] : []}
        >
          {overview.road === "transfer" && (
            <TransferChoice
              text={text}
              isOn={account.takesTransfers}
              hasIban={ibans.length > 0}
              action={mayEdit(visit, "owner") ? setTakesTransfersAction : undefined}
            />
          )}
        </RoadSection>
      ))}
      <MoneySources text={text} />
    </SettingsPage>
  );
}

function ibanFact(text: MerchantText, payee: PayeeOverview["primary"]): Fact {
  const { iban, changeIban, enterIban } = text.messages.waysToBePaid;
  return {
    label: iban,
    value: (
      <>
        {payee && <span className="tabular-nums">{maskIban(payee.iban)}, </span>}
        <PageLink className="link" href={consolePath("/settings/company", text.linkQuery)}>
          {payee ? changeIban : enterIban}
        </PageLink>
      </>
    ),
  };
}
