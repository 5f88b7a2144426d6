import { BanksideError } from "./bankside-error.ts";

/** Custom key-value pairs kept with a transaction. */
export type Metadata = Record<string, unknown>;

/** Throws {@link BanksideError} `invalid_metadata` for what JSON can't hold as an object: lists, circles, `bigint`s. */
export function checkMetadata(metadata: Metadata): void {
  if (typeof metadata === "object" && !Array.isArray(metadata) && isSerialisable(metadata)) return;
  throw new BanksideError("invalid_metadata", "metadata must be an object that JSON can hold");
}

function isSerialisable(metadata: Metadata): boolean {
  try {
    return JSON.stringify(metadata).startsWith("{");
  } catch {
    return false;
  }
}
