/** With their paths: `[["checkout.cancel", "Cancel payment"], …]`. */
export function messageLeaves(node: object, path = ""): [path: string, message: string][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value]] : messageLeaves(value, `${path}${key}.`),
  );
}
