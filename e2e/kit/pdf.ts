import { inflateSync } from "node:zlib";

/** Without spaces, because letter spacing splits text runs. */
export function readPdf(pdf: Buffer): { pages: number; text: string } {
  const raw = pdf.toString("latin1");
  const pages = raw.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  // A stream may end in a carriage return.
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].map(([, body = ""]) =>
    inflate(Buffer.from(body, "latin1")),
  );
  const fonts = streams.filter(
    (stream) => stream.includes("beginbfchar") || stream.includes("beginbfrange"),
  );
  const drawn = streams.filter((stream) => /\bTJ\b|\bTj\b/.test(stream));
  // Decodes with every font: the right one gives words, the others noise.
  const text = fonts
    .map(readCharacters)
    .flatMap((font) => drawn.map((stream) => decode(stream, font)));
  return { pages, text: text.join("\n").replaceAll(/[^\S\n]/g, "") };
}

function inflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString("latin1");
  } catch {
    return "";
  }
}

function readCharacters(stream: string): Map<number, string> {
  const characters = new Map<number, string>();
  const hex = (digits: string) => Number.parseInt(digits, 16);
  for (const [, body = ""] of stream.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = "", to = ""] of body.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
      characters.set(hex(glyph), String.fromCodePoint(hex(to)));
    }
  }
  for (const [, body = ""] of stream.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = "", list = ""] of body.matchAll(/<(\w+)>\s*<\w+>\s*\[([^\]]*)\]/g)) {
      // A glyph may stand for several characters, written with blanks between them.
      [...list.matchAll(/<([\w ]*)>/g)].forEach(([, to = ""], at) => {
        const units = to.split(" ").map(hex);
        characters.set(hex(from) + at, String.fromCharCode(...units));
      });
    }
    const plain = body.replaceAll(/<\w+>\s*<\w+>\s*\[[^\]]*\]/g, "");
    for (const [, from = "", until = "", to = ""] of plain.matchAll(
      /<(\w+)>\s*<(\w+)>\s*<(\w+)>/g,
    )) {
      for (let glyph = hex(from); glyph <= hex(until); glyph++) {
        characters.set(glyph, String.fromCodePoint(hex(to) + glyph - hex(from)));
      }
    }
  }
  return characters;
}

function decode(stream: string, characters: Map<number, string>): string {
  const runs = [...stream.matchAll(/\[([^\]]*)\]\s*TJ|<(\w+)>\s*Tj/g)];
  return runs
    .map(([, many = "", one]) =>
      one === undefined ? [...many.matchAll(/<(\w+)>/g)].map(([, run = ""]) => run).join("") : one,
    )
    .map((glyphs) =>
      (glyphs.match(/.{4}/g) ?? [])
        .map((glyph) => characters.get(Number.parseInt(glyph, 16)) ?? "")
        .join(""),
    )
    .join("");
}
