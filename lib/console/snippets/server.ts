import type { IntegrationMethod } from "#lib/merchants/model/integration-method.ts";
import { curl } from "./curl.ts";
import { node } from "./node.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import type { SnippetContext, SnippetLanguage } from "./snippet.ts";

export function serverSnippets(
  method: IntegrationMethod,
  context: SnippetContext,
): Record<SnippetLanguage, string> {
  return {
    curl: curl[method](context),
    node: node[method](context),
    php: php[method](context),
    python: python[method](context),
  };
}
