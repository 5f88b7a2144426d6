import type { Run } from "#components/ui/page-element.script.ts";
import { showPage } from "#components/ui/show-page.script.ts";
import { ZONE_COOKIE } from "#lib/console/model/reader-zone.ts";
import { readerZone } from "./reader-zone.script.ts";

export type FollowZoneProps = { shown: string };

const YEAR_S = 365 * 24 * 60 * 60;

export const runFollowZone: Run<FollowZoneProps> = ({ props: { shown } }) => {
  const zone = readerZone();
  if (zone === shown) return;
  // biome-ignore lint/suspicious/noDocumentCookie: browsers of 2023 lack the Cookie Store API
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; path=/console; max-age=${YEAR_S}; samesite=lax`;
  showPage().catch(() => undefined);
};
