import { Announcement } from "#components/console/announcement.tsx";
import { Follow } from "#components/console/follow.tsx";
import { Banner } from "#components/ui/banner.tsx";

type Props = {
  address: string;
  revision: string;
  /** Whether anything can still change without user action. */
  isOpen: boolean;
  /** The status as a sentence, read out when it changes. */
  status: string;
  stopped: string;
};

const POLL_MS = 2_500;

export function FollowPayment({ address, revision, isOpen, status, stopped }: Props) {
  return (
    <>
      <Follow
        address={address}
        field="revision"
        shown={revision}
        everyMs={isOpen ? POLL_MS : 0}
        stopped={<Banner tone="warning">{stopped}</Banner>}
      />
      <Announcement text={status} version={status} />
    </>
  );
}
