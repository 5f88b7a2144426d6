/** An entry of an MT940 or MT942, in euros. `amount` as in the file. */
export type MtEntry = {
  amount?: string;
  mark?: string;
  type?: string;
  orderId?: string;
  bankId?: string;
  /** Value day and booking day: `YYMMDD` and `MMDD`. */
  day?: string;
  booked?: string;
  /** Lines of `:86:`. */
  details?: string[];
  supplement?: string;
};

type Made = {
  kind?: "mt940" | "mt942";
  account?: string;
  entries: MtEntry[];
  /** Instead of the right ones. */
  closing?: string;
  totals?: string[];
  eol?: string;
};

const minor = (amount: string) => {
  const [whole = "0", fraction = ""] = amount.split(",");
  return Number(whole || "0") * 100 + Number(fraction.padEnd(2, "0"));
};

const written = (amount: number) =>
  `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, "0")}`;

const OPENING = 100_000;

/** Without blocks around it. */
export function makeMt({
  kind = "mt940",
  account = "NL91ABNA0417164300",
  entries,
  closing,
  totals,
  eol = "\r\n",
}: Made): string {
  const signed = entries.map(({ amount = "12,50", mark = "C" }) => ({
    sign: mark === "C" || mark === "RD" ? 1 : -1,
    amount: mark.startsWith("E") ? 0 : minor(amount),
  }));
  const sum = signed.reduce((all, { sign, amount }) => all + sign * amount, OPENING);
  const credits = signed.filter(({ sign }) => sign > 0);
  const received = credits.reduce((all, { amount }) => all + amount, 0);
  const lines = entries.flatMap(lineOf);
  const around =
    kind === "mt940"
      ? [
          `:60F:C261118EUR${written(OPENING)}`,
          ...lines,
          closing ?? `:62F:C261119EUR${written(sum)}`,
        ]
      : [
          ":34F:EUR0,",
          ":13D:2611191200+0100",
          ...lines,
          ...(totals ?? [":90D:0EUR0,", `:90C:${credits.length}EUR${written(received)}`]),
        ];
  return [":20:STARTUMSE", `:25:${account}`, ":28C:00001/001", ...around, "-", ""].join(eol);
}

function lineOf(entry: MtEntry): string[] {
  const { amount = "12,50", mark = "C", type = "NTRF", day = "261119", booked = "1119" } = entry;
  const ids = `${entry.orderId ?? "NONREF"}${entry.bankId === undefined ? "" : `//${entry.bankId}`}`;
  return [
    `:61:${day}${booked}${mark}${amount}${type}${ids}`,
    ...(entry.supplement === undefined ? [] : [entry.supplement]),
    ...(entry.details ?? []).map((line, at) => (at === 0 ? `:86:${line}` : line)),
  ];
}

/** Cuts a text as banks do. */
export function broken(text: string, width: number): string[] {
  return text.match(new RegExp(`.{1,${width}}`, "gs")) ?? [];
}
