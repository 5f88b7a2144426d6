import { PageElement } from "#components/ui/page-element.tsx";

/** The days of a form are those of the reader's time zone. Without scripts the field is absent, and days are in UTC. */
export function ZoneField() {
  return <PageElement name="page-zone-field" props={{}} />;
}
