import type { Run } from "#components/ui/page-element.script.ts";
import { findBanks } from "./bank-search.ts";

export type BankListProps = {
  /** `{count}` is replaced by how many banks match. */
  found: string;
};

export const runBankList: Run<BankListProps> = (element, signal) => {
  const input = element.querySelector<HTMLInputElement>("[type=search]");
  const notFound = element.querySelector<HTMLElement>("[data-not-found]");
  const banks = [...element.querySelectorAll("li")].map((item) => {
    const { name = "", bic } = item.dataset;
    return { item, name, bic };
  });
  const filter = () => {
    const found = new Set(findBanks(banks, input?.value ?? ""));
    for (const bank of banks) bank.item.hidden = !found.has(bank);
    if (notFound) notFound.hidden = found.size > 0;
    const words = element.props.found.replace("{count}", String(found.size));
    element.querySelector("[role=status]")?.replaceChildren(words);
  };
  input?.addEventListener("input", filter, { signal });
  input?.form?.addEventListener("submit", (event) => event.preventDefault(), { signal });
};
