import type { Text } from "#lib/platform/i18n/format.ts";

// An empty href links to the current address, including its query.
const SAME_ADDRESS = "";

type Words = { tab: string; title: string; lead: string; homeLink?: string; again?: string };

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

/** `unknown`: the header of `admitPage`; `null` for an unknown path. */
export function notFoundWords(unknown: string | null, { messages }: Text): Words {
  const { common, checkout, payer, handover, link } = messages;
  if (unknown === "checkout") return checkout.unknown;
  if (unknown === "payer") return payer.unknown;
  if (unknown === "link") return link.unknown;
  if (unknown === "frame") return handover.refusedFrame;
  if (unknown === "outage") return { tab: common.outage.title, ...common.outage };
  const { notFoundTitle: title, notFoundLead: lead, homeLink } = common;
  return { tab: title, title, lead, homeLink };
}
