import { sdkSnippet } from "#lib/console/snippets/sdk.ts";

/** The console's code for a platform, with separate imports. */
export function snippetParts(platform: "ios" | "android"): { imports: string; code: string } {
  const context = { baseUrl: "https://pay.example/api?$x", appScheme: "myapp" };
  const lines = sdkSnippet(platform, context).split("\n");
  const isImport = (line: string) => line.startsWith("import ");
  return {
    imports: lines.filter(isImport).join("\n"),
    code: lines.filter((line) => !isImport(line)).join("\n"),
  };
}
