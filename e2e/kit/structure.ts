import type { Locator } from "playwright/test";

// Random and time-dependent text.
const REPLACEMENTS: [pattern: RegExp, words: string][] = [
  [/\border-[\w-]{6,}|(?:#|%23)1042\b/g, "order-1042"],
  [/\b1\d{150,}/g, "order-info"],
  [/payer-[0-9a-f-]{36}(@|%40)/g, "robin@"],
  [/\b(acct|txn|key)_[0-9a-z]{26}\b/g, "$1_…"],
  [/https?:\/\/\S+\/approve\/[\w-]{43}/g, "approval"],
  [/(?<![\w-])[\w-]{22}(?![\w-])/g, "reference"],
  [/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "instant"],
  [/\b\d{1,2} [A-Z][a-z]+ \d{4}(,| at) \d{2}:\d{2}/g, "15 January 2026$1 12:05"],
  [/\b\d{2}:\d{2} UTC/g, "12:30 UTC"],
  [/\b\d{1,2}:\d{2}(?= left|$)/g, "29:42"],
  [/\bin \d{1,2} s\b/g, "in 29 s"],
  [/\b[A-Z0-9]{2}-[A-Z0-9]{2}$/g, "K7-42"],
  [/\bRF\d{2}( ?\d{4}){3}\d{0,2}\b/g, "RF18"],
];

/** Without parts that differ per payment. */
export async function structureOf(main: Locator): Promise<string[]> {
  const lines = await main.evaluate(describe);
  return lines.map((line) =>
    REPLACEMENTS.reduce((left, [of, to]) => left.replace(of, to), line.replaceAll("\u00a0", " ")),
  );
}

// Runs in the page.
function describe(main: Element): string[] {
  // Invented views have no merchant's logo.
  const skipped =
    'script, noscript, input[type=hidden], div:has(> img[src^="/checkout/logo/"]), [props]:empty';
  const isCode = (element: Element) => element.matches('svg[role="img"][height="320"]');

  const placeOf = (href: string) => {
    const { protocol, pathname, searchParams } = new URL(href, "https://pay.example");
    searchParams.delete("lang");
    for (const name of ["o", "shared", "transactionId"]) {
      if (searchParams.has(name)) searchParams.set(name, "…");
    }
    return `${protocol.replace("http:", "https:")}${pathname}?${searchParams}`;
  };

  const shownValue = (element: Element, { name, value }: Attr) => {
    if (name === "href") return placeOf(value);
    // A form's address contains its action's id.
    if (name === "action" || name === "formaction") return "…";
    if (name === "viewBox" && isCode(element)) return "…";
    return value;
  };

  const linesOf = (node: Node, depth: number): string[] => {
    const indent = "  ".repeat(depth);
    if (node instanceof Text) return node.data.trim() === "" ? [] : [`${indent}${node.data}`];
    if (!(node instanceof Element) || node.matches(skipped)) return [];
    const attributes = [...node.attributes]
      // Of our elements: ids, addresses and times of one payment.
      .filter(({ name }) => name !== "props")
      .map((attribute) => `${attribute.name}="${shownValue(node, attribute)}"`)
      .toSorted();
    const inner = isCode(node)
      ? []
      : [...node.childNodes].flatMap((child) => linesOf(child, depth + 1));
    return [`${indent}<${[node.localName, ...attributes].join(" ")}>`, ...inner];
  };

  return linesOf(main, 0);
}
