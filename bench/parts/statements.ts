// Compares one file of maximum size with ten of a tenth. Rounds alternate, which spreads other load.

import { readPlain } from "#lib/payments/transfers/files/read.ts";
import { MAX_STATEMENT_BYTES } from "#lib/payments/transfers/statement/statement.ts";
import { MAX_PARTS } from "#lib/payments/transfers/xml/document.ts";
import { makeLargestStatement, makeStatement, unstructured } from "#lib/testing/statements.ts";

// Linear growth gives 1, quadratic growth 10.
const MOST_RATIO = 2;
const ROUNDS = 12;
const PIECES = 10;
const IBAN = "NL91ABNA0417164300";

/** The slowest content to read, at `share` of the allowed size. */
const SHAPES: Record<string, (share: number) => string> = {
  credits: makeLargestStatement,
  lines: (share) => {
    const count = MAX_PARTS * share - 60;
    const line = "RF".repeat((MAX_STATEMENT_BYTES * share) / count / 2 - 8);
    return makeStatement({ entries: [{ details: [unstructured(...Array(count).fill(line))] }] });
  },
  names: (share) => {
    const elements = Array.from({ length: MAX_PARTS * share - 60 }, (_, at) => `<N${at}/>`);
    return makeStatement({ entries: [] }).replace("</Stmt>", `${elements.join("")}</Stmt>`);
  },
};

export async function run(): Promise<boolean> {
  const ratios = Object.entries(SHAPES).map(([name, make]) => compare(name, make));
  return Math.max(...ratios) <= MOST_RATIO;
}

/** Median time of the large file, relative to all pieces. */
function compare(name: string, make: (share: number) => string): number {
  const [large, small] = [Buffer.from(make(1)), Buffer.from(make(1 / PIECES))];
  const readLarge = () => timeOf(large, 1);
  const readPieces = () => timeOf(small, PIECES);
  readLarge();
  readPieces();
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const before = round % 2 === 0 ? readLarge() : undefined;
    const pieces = readPieces();
    const whole = before ?? readLarge();
    return { whole, ratio: whole / pieces };
  });
  const [whole, ratio] = [
    median(rounds.map((one) => one.whole)),
    median(rounds.map((one) => one.ratio)),
  ];
  const verdict = ratio <= MOST_RATIO ? "holds" : "FAILS";
  process.stdout.write(
    `${name}: ${whole.toFixed(0)} ms, ${ratio.toFixed(3)} of the time of ${PIECES} tenths (most ${MOST_RATIO}): ${verdict}\n`,
  );
  return ratio;
}

function timeOf(bytes: Uint8Array, times: number): number {
  const startedAt = performance.now();
  for (let time = 0; time < times; time++) readPlain({ name: "x", bytes, ibans: [IBAN] });
  return performance.now() - startedAt;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
