import { PageElement } from "#components/ui/page-element.tsx";
import type { AnnouncementProps } from "./announcement.script.ts";

/** Reads `text` out when `version` changes. */
export function Announcement(props: AnnouncementProps) {
  return (
    <div role="status" className="sr-only">
      <PageElement<AnnouncementProps> name="page-announcement" props={props} />
    </div>
  );
}
