const ELLIPSIS = "…";

/** Breaks `text` into at most `most` lines that fit, and ends the last one with an ellipsis if more is left. */
export function linesOf(
  text: string,
  { fits, most }: { fits: (line: string) => boolean; most: number },
): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== "" && lines.length < most) {
    const line = firstLine(rest, fits);
    rest = rest.slice(line.length).trimStart();
    lines.push(line.trimEnd());
  }
  if (rest !== "") lines.push(shortened(lines.pop() ?? "", fits));
  return lines;
}

const LETTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** At least one letter, however narrow the line. Breaks between words, else anywhere. */
function firstLine(text: string, fits: (line: string) => boolean): string {
  let line = "";
  let atWord = "";
  for (const { segment } of LETTERS.segment(text)) {
    if (line !== "" && !fits((line + segment).trimEnd())) {
      return atWord === "" || segment === " " ? line : atWord;
    }
    line += segment;
    if (segment === " ") atWord = line;
  }
  return line;
}

function shortened(line: string, fits: (line: string) => boolean): string {
  const letters = [...LETTERS.segment(line)].map(({ segment }) => segment);
  while (letters.length > 1 && !fits(`${letters.join("").trimEnd()}${ELLIPSIS}`)) letters.pop();
  return `${letters.join("").trimEnd()}${ELLIPSIS}`;
}
