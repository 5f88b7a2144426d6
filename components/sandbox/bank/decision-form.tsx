import type { ReactNode } from "react";

type Props = { approvalToken: string; account?: string; children: ReactNode };

/**
 * A plain form, not a server action: Next would follow the redirect itself and call the payer's return address before the browser
 * does.
 */
export function DecisionForm({ approvalToken, account, children }: Props) {
  return (
    <form method="post" action={`/sandbox/bank/approve/${approvalToken}/decision`}>
      {account !== undefined && <input type="hidden" name="account" value={account} />}
      {children}
    </form>
  );
}
