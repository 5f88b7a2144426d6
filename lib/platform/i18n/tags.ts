// Whoever reads Norwegian reads Danish: in writing the nearest there is.
const NEAREST: Partial<Record<string, string>> = { nb: "da", nn: "da", no: "da" };

/** The language of a BCP 47 tag, or the one on offer that is nearest to it in writing: `pt-BR` → `pt`, `nb` → `da`. */
export function primaryLanguage(tag: string): string {
  const language = tag.trim().toLowerCase().split("-")[0] ?? "";
  return (Object.hasOwn(NEAREST, language) && NEAREST[language]) || language;
}
