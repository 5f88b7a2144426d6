import fc from "fast-check";

/** Whether this is `npm run test:all`, with both databases and long properties. */
export const isFull = process.env["TEST_ALL"] === "true";

/** Value of `skip` for a suite or test that only `npm run test:all` runs. */
export const onlyInFull = isFull ? false : "only in npm run test:all";

/** Runs of a property that costs little; `PROPERTY_RUNS` overrides it. */
const PROPERTY_RUNS = Number(process.env["PROPERTY_RUNS"]) || (isFull ? 3_000 : 100);

/** Runs of a property whose one run costs as much as `cost` cheap ones, for example because it uses a database. */
export const propertyRuns = (cost: number): number => Math.ceil(PROPERTY_RUNS / cost);

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: PROPERTY_RUNS });
