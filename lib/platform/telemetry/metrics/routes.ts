export type Kind = "api" | "page" | "handler" | "events" | "static" | "refused" | "other";

export type Route = { kind: Kind; route: string };

type Node = { children: Map<string, Node>; parameter?: Node; rest?: Route; route?: Route };

const PARAMETER = /^(?:\{[^}]+\}|\[[^\]]+\])$/;
const REST = /^\[\[?\.\.\./;

/** `{id}` and `[id]` match one part, `[[...path]]` all that follow. */
export function createRouteTable() {
  const root: Node = { children: new Map() };

  function nodeOf(parts: readonly string[]): Node {
    let node = root;
    for (const part of parts) {
      if (PARAMETER.test(part)) {
        node.parameter ??= { children: new Map() };
        node = node.parameter;
      } else {
        const child: Node = node.children.get(part) ?? { children: new Map() };
        node.children.set(part, child);
        node = child;
      }
    }
    return node;
  }

  return {
    add(kind: Kind, pattern: string): void {
      const parts = partsOf(pattern);
      const isRest = REST.test(parts.at(-1) ?? "");
      const node = nodeOf(isRest ? parts.slice(0, -1) : parts);
      const shown = parts.map((part) => part.replace(/^\[+(?:\.\.\.)?(.+?)\]+$/, "{$1}"));
      const route = { kind, route: `/${shown.join("/")}` };
      if (isRest) node.rest = route;
      else node.route = route;
    },

    find(path: string): Route | undefined {
      let node = root;
      let rest = root.rest;
      for (const part of partsOf(path)) {
        const next = node.children.get(part) ?? node.parameter;
        if (!next) return rest;
        node = next;
        rest = node.rest ?? rest;
      }
      return node.route ?? rest;
    },
  };
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}
