import { XMLParser } from "fast-xml-parser";

/** Rules of one element: its text, or its children in their order, each with how often it may come. */
type Rule = RegExp | Child[];
type Child = [name: string, times: "1" | "?" | "+", rule: Rule];

type Parsed = { [name: string]: Parsed[] | string | Record<string, string> };

const ID = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]{1,35}(?<!\/)$/;
const textOf = (most: number) => new RegExp(`^[A-Za-z0-9/\\-?:().,'+ ]{1,${most}}$`);
const IBAN: Child = ["Id", "1", [["IBAN", "1", /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/]]];
const PARTY: Child[] = [["Nm", "1", textOf(70)]];
// 0.01 to 999,999,999.99.
const MONEY = /^(?!0+\.00$)(?!0\d)\d{1,9}\.\d{2}$/;
const SUM = /^(?!0\d)\d{1,15}\.\d{2}$/;
const COUNT = /^[1-9]\d{0,14}$/;

const ORDER: Child[] = [
  ["PmtId", "1", [["EndToEndId", "1", ID]]],
  ["Amt", "1", [["InstdAmt", "1", MONEY]]],
  ["Cdtr", "1", PARTY],
  ["CdtrAcct", "1", [IBAN]],
  ["RmtInf", "?", [["Ustrd", "1", textOf(140)]]],
];

const PAYMENT: Child[] = [
  ["PmtInfId", "1", ID],
  ["PmtMtd", "1", /^TRF$/],
  ["NbOfTxs", "1", COUNT],
  ["CtrlSum", "1", SUM],
  ["PmtTpInf", "1", [["SvcLvl", "1", [["Cd", "1", /^SEPA$/]]]]],
  ["ReqdExctnDt", "1", [["Dt", "1", /^\d{4}-\d{2}-\d{2}$/]]],
  ["Dbtr", "1", PARTY],
  ["DbtrAcct", "1", [IBAN]],
  ["DbtrAgt", "1", [["FinInstnId", "1", [["Othr", "1", [["Id", "1", /^NOTPROVIDED$/]]]]]]],
  ["ChrgBr", "1", /^SLEV$/],
  ["CdtTrfTxInf", "+", ORDER],
];

/** ISO 20022 pain.001.001.09, of it what the EPC's guidelines (EPC132-08) leave and a file of refunds needs. */
const FILE: Child[] = [
  [
    "CstmrCdtTrfInitn",
    "1",
    [
      [
        "GrpHdr",
        "1",
        [
          ["MsgId", "1", ID],
          ["CreDtTm", "1", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/],
          ["NbOfTxs", "1", COUNT],
          ["CtrlSum", "1", SUM],
          ["InitgPty", "1", PARTY],
        ],
      ],
      ["PmtInf", "+", PAYMENT],
    ],
  ],
];

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  trimValues: false,
});

/** Where a file breaks the rules. */
export function brokenRules(xml: string): string[] {
  const roots = elementsOf(parser.parse(xml)).filter(({ name }) => name !== "?xml");
  const [root, ...others] = roots;
  if (root?.name !== "Document" || others.length > 0) return ["the root"];
  const wrong = root.attributes["xmlns"] === NAMESPACE ? [] : ["the namespace"];
  return [...wrong, ...brokenIn(root, FILE, "Document"), ...brokenSums(root)];
}

type Element = {
  name: string;
  text: string;
  children: Element[];
  attributes: Record<string, string>;
};

function elementsOf(nodes: Parsed[]): Element[] {
  return nodes.flatMap((node) => {
    const [name] = Object.keys(node).filter((key) => key !== ":@" && key !== "#text");
    if (name === undefined) return [];
    const inside = node[name] as Parsed[];
    const text = inside.map((each) => each["#text"] ?? "").join("");
    const attributes = (node[":@"] ?? {}) as Record<string, string>;
    return [{ name, text, children: elementsOf(inside), attributes }];
  });
}

function brokenIn(element: Element, rule: Rule, place: string): string[] {
  if (rule instanceof RegExp) {
    return rule.test(element.text) && element.children.length === 0 ? [] : [place];
  }
  const allowed = new Map(rule.map(([name], at) => [name, at]));
  const order = element.children.map(({ name }) => allowed.get(name) ?? Number.NaN);
  const isSorted = order.every((at, index) => at >= (order[index - 1] ?? 0));
  const isTextOnly = element.text.trim() === "";
  return [
    ...(isSorted && isTextOnly ? [] : [`${place}: children`]),
    ...rule.flatMap(([name, times, inner]) => {
      const found = element.children.filter((child) => child.name === name);
      const isRight =
        times === "+" ? found.length > 0 : found.length === 1 || (times === "?" && !found.length);
      const here = `${place}/${name}`;
      return [
        ...(isRight ? [] : [`${here}: ${found.length}`]),
        ...found.flatMap((child) => brokenIn(child, inner, here)),
      ];
    }),
  ];
}

function brokenSums(root: Element): string[] {
  const file = root.children[0];
  const parts = file?.children.filter(({ name }) => name === "PmtInf") ?? [];
  const head = file?.children.find(({ name }) => name === "GrpHdr");
  const all = parts.flatMap(ordersIn);
  const ids = all.map((order) => leafOf(order, "EndToEndId"));
  return [
    ...(new Set(ids).size === ids.length ? [] : ["end-to-end ids"]),
    ...[...parts.map((part) => [part, ordersIn(part)] as const), [head, all] as const].flatMap(
      ([element, orders]) => {
        const cents = orders.reduce((sum, order) => sum + centsOf(leafOf(order, "InstdAmt")), 0n);
        const isRight =
          ownLeaf(element, "NbOfTxs") === String(orders.length) &&
          centsOf(ownLeaf(element, "CtrlSum")) === cents;
        return isRight ? [] : ["sums"];
      },
    ),
    ...all.flatMap((order) => (currencyOf(order) === "EUR" ? [] : ["currency"])),
  ];
}

const ordersIn = (part: Element) => part.children.filter(({ name }) => name === "CdtTrfTxInf");

const ownLeaf = (element: Element | undefined, wanted: string) =>
  element?.children.find(({ name }) => name === wanted)?.text ?? "";

const currencyOf = (order: Element) => findIn(order, "InstdAmt")?.attributes["Ccy"];

const leafOf = (element: Element, wanted: string) => findIn(element, wanted)?.text ?? "";

function findIn(element: Element, wanted: string): Element | undefined {
  if (element.name === wanted) return element;
  return element.children.map((child) => findIn(child, wanted)).find((found) => found);
}

const centsOf = (text: string) => BigInt(text.replace(".", "") || "0");
