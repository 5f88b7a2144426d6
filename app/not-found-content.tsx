import type { Text } from "#lib/platform/i18n/format.ts";

// An empty reference names the page it stands on, with its query.
const SAME_ADDRESS = "";

type Words = { tab: string; title: string; lead: string; homeLink?: string; again?: string };

/** Where to go from a page that can't be shown. */
export function NotFoundLinks({ words: { again, homeLink } }: { words: Words }) {
  return (
    <>
      {again && (
        <a href={SAME_ADDRESS} className="link">
          {again}
        </a>
      )}
      {homeLink && (
        <a href="/" className="link">
          {homeLink}
        </a>
      )}
    </>
  );
}

/** The words for `unknown`, the value of the proxy's header; an address of no page has none. */
export function notFoundWords(unknown: string | null, { messages }: Text): Words {
  const { common, checkout, payer, handover } = messages;
  if (unknown === "checkout") return checkout.unknown;
  if (unknown === "payer") return payer.unknown;
  if (unknown === "frame") return handover.refusedFrame;
  if (unknown === "outage") return { tab: common.outage.title, ...common.outage };
  const { notFoundTitle: title, notFoundLead: lead, homeLink } = common;
  return { tab: title, title, lead, homeLink };
}
