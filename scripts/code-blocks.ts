import { readFileSync } from "node:fs";

export function codeBlocks(document: string, language: string): string[] {
  const text = readFileSync(document, "utf8");
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, marked]) => marked === language)
    .map(([, , code = ""]) => code);
}
