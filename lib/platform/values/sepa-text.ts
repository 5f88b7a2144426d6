// German, Nordic, Slavic, Greek, Bulgarian.
const LETTERS = `
  ä ae  ö oe  ü ue  ß ss  æ ae  œ oe  ø o  ł l  đ d  ð d  þ th  ı i  ħ h
  α a  β v  γ g  δ d  ε e  ζ z  η i  θ th  ι i  κ k  λ l  μ m  ν n  ξ x  ο o  π p  ρ r  σ s  ς s  τ t  υ y  φ f  χ ch  ψ ps  ω o
  а a  б b  в v  г g  д d  е e  ж zh  з z  и i  й y  к k  л l  м m  н n  о o  п p  р r  с s  т t  у u  ф f  х h  ц ts
  ч ch  ш sh  щ sht  ъ a  ь y  ю yu  я ya
`;
const SIGNS = "€ EUR  & +  ’ '  ‘ '  “ '  ” '  „ '  « '  » '  \" '  – -  — -  _ -";

const toPairs = (table: string) =>
  table
    .trim()
    .split(/\s{2,}/)
    .map((pair) => pair.split(" ") as [string, string]);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const WRITTEN = new Map([
  ...toPairs(LETTERS).map(([letter, as]): [string, string] => [letter.toUpperCase(), capital(as)]),
  ...toPairs(LETTERS),
  ...toPairs(SIGNS),
]);
const rewrite = (text: string) =>
  Array.from(text, (letter) => WRITTEN.get(letter) ?? letter).join("");

/** EPC217-08: Latin letters without marks, digits, `/-?:().,'+`, space. Others become a full stop. Deterministic. */
export function toSepaText(text: string, longest: number): string {
  const marked = rewrite(text.normalize("NFC")).normalize("NFKD");
  return rewrite(marked.replace(/\p{M}/gu, ""))
    .replace(/\s/g, " ")
    .replace(/\p{C}/gu, "")
    .replace(/ +/g, " ")
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, ".")
    .replace(/\/{2,}/g, "/")
    .replace(/^[/ ]+/, "")
    .slice(0, longest)
    .replace(/[/ ]+$/, "");
}
