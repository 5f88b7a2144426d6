import fc from "fast-check";

/** `npm run test:all`: both databases and long properties. */
export const isFull = process.env["TEST_ALL"] === "true";

export const ONLY_IN_FULL = "only in npm run test:all";
export const onlyInFull = isFull ? false : ONLY_IN_FULL;

/** Runs of a cheap property; `PROPERTY_RUNS` overrides it. */
const PROPERTY_RUNS = Number(process.env["PROPERTY_RUNS"]) || (isFull ? 3_000 : 100);

/** For a property that costs as much as `cost` cheap ones, such as one with a database. */
export const propertyRuns = (cost: number): number => Math.ceil(PROPERTY_RUNS / cost);

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: PROPERTY_RUNS });
