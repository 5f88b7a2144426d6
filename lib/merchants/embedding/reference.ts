export function referenceOf(text: string): string {
  const typed = text.trim();
  return URL.canParse(typed) ? (new URL(typed).searchParams.get("reference") ?? "") : typed;
}
