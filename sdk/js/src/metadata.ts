import { BanksideError } from "./bankside-error.ts";

/** Custom key-value pairs stored with a transaction. */
export type Metadata = Record<string, unknown>;

/**
 * Rejects lists, circular references and `bigint`s.
 * @throws {@link BanksideError} `invalid_metadata`.
 */
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
