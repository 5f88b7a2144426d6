/** `tag` without colons, such as `61`. `lines` without line ends. */
export type Field = { tag: string; lines: string[] };

export type Message = Field[];

const START = /^:(\d{2}[A-Z]?):(.*)$/;

// Of the text block, or the start of another one.
const END = /^(?:-\}|-\s*$|\{[1-5S]:)/;

/** A message begins with its reference (`:20:`). Blocks of headers and trailers are left out. */
export function splitMessages(text: string): Message[] {
  const messages: Message[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, tag, rest = ""] = START.exec(line.replace(/^\{[\s\S]*\{4:(?=:)/, "")) ?? [];
    if (tag !== undefined) {
      if (tag === "20") messages.push([]);
      messages.at(-1)?.push({ tag, lines: [rest] });
      isOpen = true;
    } else if (END.test(line)) isOpen = false;
    else if (isOpen) messages.at(-1)?.at(-1)?.lines.push(line);
  }
  return messages;
}

/** Headers of a bank's own may precede it. */
export function isMt(text: string): boolean {
  const start = text.slice(0, 2000);
  return /(?:^|[\r\n]|\{4:):20:/.test(start) && /[\r\n]:25P?:/.test(start);
}

export function firstLine(message: Message, ...tags: string[]): string | undefined {
  return message.find(({ tag }) => tags.includes(tag))?.lines[0]?.trim();
}

export function countOf(message: Message, ...tags: string[]): number {
  return message.filter(({ tag }) => tags.includes(tag)).length;
}
