import type { Bank, BankConnector } from "./connector.ts";
import { createNextGenPsd2Connector } from "./nextgenpsd2/connector.ts";

const SANDBOX_BANKS: Bank[] = [
  { id: "sandbox", name: "Sandbox Bank", country: "DE", mode: "test" },
  { id: "sandbox-savings", name: "Sandbox Savings Bank", country: "DE", mode: "test" },
  { id: "sandbox-cooperative", name: "Sandbox Cooperative Bank", country: "DE", mode: "test" },
  { id: "sandbox-instant", name: "Sandbox Instant Bank", country: "DE", mode: "test" },
];

const INSTANT_BANKS = new Set(["sandbox-instant"]);

/** The banks of this deployment. All of test mode lead to the one sandbox bank at `sandboxBankUrl`; live mode has none yet. */
export function createBankDirectory(deps: {
  sandboxBankUrl: string;
  sandboxEnabled: () => Promise<boolean>;
}) {
  const connectors = new Map<string, BankConnector>(
    SANDBOX_BANKS.map(({ id }) => [
      id,
      createNextGenPsd2Connector({ baseUrl: deps.sandboxBankUrl, instant: INSTANT_BANKS.has(id) }),
    ]),
  );

  return {
    /** The banks a payer of `mode` may choose from. */
    async banksFor(mode: Bank["mode"]): Promise<Bank[]> {
      if (!(await deps.sandboxEnabled())) return [];
      return SANDBOX_BANKS.filter((bank) => bank.mode === mode);
    },

    /**
     * The connector of a bank, also for payments begun before it was taken off the list. It does not know modes: offer
     * and accept only ids of {@link banksFor}.
     */
    connectorFor: (bankId: string): BankConnector | undefined => connectors.get(bankId),
  };
}
