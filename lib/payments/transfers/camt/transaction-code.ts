import { type Node, textAt } from "#lib/payments/transfers/xml/node.ts";

// ISO 20022 external code list, PMNT: returned money; IDDT is also collected money.
const NOT_RECEIVED = new Set(["ICDT", "IRCT", "IDDT", "RDDT"]);

// Reversals: returned, returned across borders, recalled, and both by ACH.
const REVERSALS = new Set(["RRTN", "XRTN", "RPCR", "ARET", "AREV"]);

/** Missing codes, proprietary codes and other domains mark nothing. */
export function isCodedAsOther(node: Node): boolean {
  const of = (...path: string[]) => textAt(node, "BkTxCd", "Domn", ...path) ?? "";
  if (of("Cd") !== "PMNT") return false;
  return NOT_RECEIVED.has(of("Fmly", "Cd")) || REVERSALS.has(of("Fmly", "SubFmlyCd"));
}
