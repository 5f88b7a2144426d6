import { type Node, textAt } from "./node.ts";

// Of the ISO 20022 external code list of bank transaction codes, domain PMNT. What the account owner issued, and direct
// debits of others: as a credit each of these is money that comes back. IDDT is also money the owner collected, which no
// shopper sent.
const NOT_RECEIVED = new Set(["ICDT", "IRCT", "IDDT", "RDDT"]);

// Reversals of a credit transfer, in whichever family: returned, returned across borders, called back, and both by ACH.
const REVERSALS = new Set(["RRTN", "XRTN", "RPCR", "ARET", "AREV"]);

/**
 * Returns whether the bank transaction code (`BkTxCd`) of an entry or a part marks a credit as something other than a
 * received transfer. A missing code, one of another domain and a bank's proprietary code mark nothing.
 */
export function isCodedAsOther(node: Node): boolean {
  const of = (...path: string[]) => textAt(node, "BkTxCd", "Domn", ...path) ?? "";
  if (of("Cd") !== "PMNT") return false;
  return NOT_RECEIVED.has(of("Fmly", "Cd")) || REVERSALS.has(of("Fmly", "SubFmlyCd"));
}
