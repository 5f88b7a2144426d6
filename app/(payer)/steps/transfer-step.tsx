import { headers } from "next/headers";
import { CancelScreen } from "#components/checkout/cancel-screen.tsx";
import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import { eventsPath, payPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { TransferScreen } from "#components/checkout/transfer-screen.tsx";
import { PlaceFields } from "#components/payer/place-fields.tsx";
import { TimeAndCancel } from "#components/payer/time-and-cancel.tsx";
import { problemText } from "#lib/next/actions/problem.ts";
import { deviceOf } from "#lib/next/request/device.ts";
import type { ShownTransfer } from "#lib/payments/transfers/shown.ts";
import { getServices } from "#lib/services/index.ts";
import { BrandedShell, loadLook } from "../../checkout/branded-shell.tsx";
import { refreshEvery } from "../../checkout/refresh.ts";
import { reportSentAction, takeBackAction } from "./transfer-actions.ts";
import { type Query, schemeNotice, type Visit } from "./visit.ts";

type Props = { visit: Visit; query: Query; transfer: ShownTransfer };

/** In place of banks, where a transfer is the only way to pay: anyone with the link may send it, so it needs no code and no lock. */
export async function TransferStep({ visit, query, transfer }: Props) {
  const { view, text } = visit;
  const { transfers } = await getServices();
  const [list] = await Promise.all([
    headers(),
    transfers.prepare(view.reference),
    loadLook(view.accountId),
  ]);
  return (
    <BrandedShell
      view={view}
      text={text}
      problem={problemText(query["problem"], text)}
      notice={schemeNotice(visit)}
      refresh={refreshEvery(view)}
    >
      <TransferToSend
        view={view}
        text={text}
        transfer={transfer}
        isPhone={deviceOf(list).kind === "phone"}
      />
      <FocusHeading screen="transfer" />
      <LiveStatus address={eventsPath(view)} version={view.version} />
    </BrandedShell>
  );
}

type ToSendProps = ScreenProps & { transfer: ShownTransfer; isPhone: boolean };

export function TransferToSend({ view, text, transfer, isPhone }: ToSendProps) {
  return (
    <TransferScreen
      view={view}
      text={text}
      transfer={transfer}
      isPhone={isPhone}
      action={reportSentAction}
      fields={<PlaceFields view={view} text={text} />}
    >
      <TimeAndCancel view={view} text={text} />
    </TransferScreen>
  );
}

export function NotSentStep({ view, text }: ScreenProps) {
  return (
    <BrandedShell view={view} text={text}>
      <CancelScreen
        view={view}
        text={text}
        words={text.messages.transfer.notSent}
        action={takeBackAction}
        backPath={payPath(view, "/result", text.linkQuery)}
      >
        <input type="hidden" name="flow" value={view.flow} />
      </CancelScreen>
      <FocusHeading screen="unsent" />
    </BrandedShell>
  );
}
