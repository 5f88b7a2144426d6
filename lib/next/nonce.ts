import { headers } from "next/headers";
import { NONCE_HEADER } from "./page-request.ts";

/** What allows a style sheet or script to stand in this very answer. */
export async function requestNonce(): Promise<string | undefined> {
  return (await headers()).get(NONCE_HEADER) ?? undefined;
}
