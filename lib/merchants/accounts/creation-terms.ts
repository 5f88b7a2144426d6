import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Batched } from "#lib/platform/db/batched.ts";
import * as repository from "./repository.ts";
import { isLocalReturnUrl } from "./return-url.ts";

export type CreationTerms = {
  isOpen: boolean;
  /** Unconfirmed ones count in test mode only. */
  payee: { iban: string; name: string; isConfirmed: boolean } | undefined;
  /** http in test mode only. */
  defaultUrls: { successUrl: string | null; failureUrl: string | null };
  takesTransfers: boolean;
  /** An endpoint asks for `transaction.created`. */
  announcesCreations: boolean;
};

/** `iban`: in electronic form; by default the main one. The account stays as it is until the transaction ends. */
export async function holdTerms(
  tx: Batched,
  { accountId, mode }: { accountId: string; mode: Mode },
  iban: string | undefined,
): Promise<CreationTerms> {
  const row = await repository.holdTerms(tx, accountId, iban);
  const usable = (url: string | null | undefined) =>
    url && (mode === "test" || !isLocalReturnUrl(url)) ? url : null;
  return {
    isOpen: row?.closedAt === null,
    payee: row && payeeOf(row, mode),
    defaultUrls: {
      successUrl: usable(row?.defaultSuccessUrl),
      failureUrl: usable(row?.defaultFailureUrl),
    },
    takesTransfers: row?.takesTransfers ?? false,
    announcesCreations: row?.announcesCreations ?? false,
  };
}

function payeeOf(
  { payeeIban: iban, payeeName: name, payeeConfirmedAt }: repository.HeldTerms,
  mode: Mode,
): CreationTerms["payee"] {
  const isConfirmed = payeeConfirmedAt !== null;
  if (iban === null || name === null || (mode === "live" && !isConfirmed)) return undefined;
  return { iban, name, isConfirmed };
}
