import type { Api } from "#lib/api/http/context.ts";
import { CROSS_ORIGIN_PATH } from "#lib/api/http/cross-origin.ts";
import { respondProblem } from "#lib/api/http/problems.ts";
import { AppError } from "#lib/platform/failures/errors.ts";

/** Add after all operations. */
export function refuseOtherMethods(api: Api): void {
  for (const [path, methods] of methodsByPath(api)) {
    const allow = [...methods].sort().join(", ");
    api.all(path, (c) => {
      c.get("headers")["Allow"] = allow;
      return respondProblem(c, new AppError("method_not_allowed"));
    });
  }
}

function methodsByPath(api: Api): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const definition of api.openAPIRegistry.definitions) {
    if (definition.type !== "route") continue;
    const path = definition.route.path.replaceAll(/\{(.+?)\}/g, ":$1");
    const methods = found.get(path) ?? new Set();
    methods.add(definition.route.method.toUpperCase());
    if (definition.route.method === "get") methods.add("HEAD");
    if (path === CROSS_ORIGIN_PATH) methods.add("OPTIONS");
    found.set(path, methods);
  }
  return found;
}
