// Danish is nearest to Norwegian in writing.
const NEAREST: Partial<Record<string, string>> = { nb: "da", nn: "da", no: "da" };

/** The nearest offered language: `pt-BR` → `pt`, `nb` → `da`. */
export function primaryLanguage(tag: string): string {
  const language = tag.trim().toLowerCase().split("-")[0] ?? "";
  return (Object.hasOwn(NEAREST, language) && NEAREST[language]) || language;
}
