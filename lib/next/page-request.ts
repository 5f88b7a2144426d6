import { randomBytes } from "node:crypto";
import { isUnder, type PageRequest } from "./security-headers.ts";

/** Request header by which the proxy hands the `?lang=` of an address to layouts, which can't see it. */
export const ASKED_LANGUAGE_HEADER = "x-bankside-lang";

/** Origins that may frame the checkout of a reference; `undefined` for an unknown one. */
export type FindFrameAncestors = (reference: string) => Promise<string[] | undefined>;

/** What the security headers of a page depend on. Without a known reference nobody may frame it. */
export async function pageRequestOf(
  url: { pathname: string; searchParams: URLSearchParams },
  findFrameAncestors: FindFrameAncestors,
): Promise<PageRequest> {
  const { pathname: path, searchParams } = url;
  return {
    path,
    hasForm: isUnder(path, "/pay") || isUnder(path, "/sandbox") || searchParams.has("confirm"),
    nonce: randomBytes(16).toString("base64"),
    frameAncestors:
      path === "/checkout"
        ? await ancestorsOf(searchParams.getAll("reference"), findFrameAncestors)
        : [],
  };
}

async function ancestorsOf(references: string[], find: FindFrameAncestors): Promise<string[]> {
  const [reference] = references;
  if (reference === undefined || references.length > 1) return [];
  // Without a database the page is an error page, and that one needs its headers too.
  return (await find(reference).catch(() => undefined)) ?? [];
}
