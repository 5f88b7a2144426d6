/** Text, or children by name. */
export type Node = unknown;

export function allAt(node: Node, ...path: string[]): Node[] {
  return path.reduce<Node[]>(
    (nodes, name) => nodes.flatMap((each) => childrenOf(each, name)),
    [node],
  );
}

export function textAt(node: Node, ...path: string[]): string | undefined {
  return allAt(node, ...path)
    .map(textOf)
    .find((text) => text !== undefined);
}

export function textsAt(node: Node, ...path: string[]): string[] {
  return allAt(node, ...path)
    .map(textOf)
    .filter((text) => text !== undefined);
}

function childrenOf(node: Node, name: string): Node[] {
  if (typeof node !== "object" || node === null || !Object.hasOwn(node, name)) return [];
  const { [name]: found } = node as Record<string, unknown>;
  return Array.isArray(found) ? found : [found];
}

function textOf(node: Node): string | undefined {
  const text = typeof node === "object" ? childrenOf(node, "#text")[0] : node;
  return typeof text === "string" && text !== "" ? decode(text) : undefined;
}

const NAMES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Characters by number, and the five names of XML: files with a document type, which could add names, are refused. */
function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (...found) => {
    const [whole, decimal, hexadecimal, name] = found as string[];
    if (name !== undefined) return NAMES[name] ?? whole ?? "";
    const point = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : (whole ?? "");
  });
}
