import { readerZone } from "#components/console/reader-zone.script.ts";
import type { Run } from "#components/ui/page-element.script.ts";

export const runZoneField: Run<object> = (element) => {
  const zone = readerZone();
  if (zone === "UTC") return;
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "zone", value: zone });
  element.replaceChildren(field);
};
