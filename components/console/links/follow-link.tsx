import { Announcement } from "#components/console/announcement.tsx";
import { Follow } from "#components/console/follow.tsx";
import { Banner } from "#components/ui/banner.tsx";

type Props = {
  address: string;
  revision: string;
  /** 0 looks only when the reader comes back. */
  everyMs: number;
  /** Read out when `version` changes. */
  announcement: { text: string; version: string };
  stopped: string;
};

/** Keeps a page about a link and its payments up to date. */
export function FollowLink({ address, revision, everyMs, announcement, stopped }: Props) {
  return (
    <>
      <Follow
        address={address}
        field="revision"
        shown={revision}
        everyMs={everyMs}
        stopped={<Banner tone="warning">{stopped}</Banner>}
      />
      <Announcement {...announcement} />
    </>
  );
}
