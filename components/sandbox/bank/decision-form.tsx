import type { ReactNode } from "react";

type Props = { approvalToken: string; account?: string; children: ReactNode };

/**
 * A form whose buttons decide on a payment. It is sent as a whole page, not as a server action, since its answer
 * leaves the bank: a redirect that Next followed itself would call the payer's return address before the browser does.
 */
export function DecisionForm({ approvalToken, account, children }: Props) {
  return (
    <form method="post" action={`/sandbox/bank/approve/${approvalToken}/decision`}>
      {account !== undefined && <input type="hidden" name="account" value={account} />}
      {children}
    </form>
  );
}
