import { Announcement } from "#components/console/announcement.tsx";
import { Follow } from "#components/console/follow.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PageLink } from "#components/ui/page-link.tsx";

type Props = {
  newestId: string;
  revision: string;
  address: string;
  /** Absent on the first page. */
  firstPageHref: string | undefined;
  words: { updated: string; newPayments: string; show: string; stopped: string };
};

const POLL_MS = 4_000;

/** Refreshes the first page of a list. Later pages only show a notice. */
export function FollowList({ address, newestId, revision, firstPageHref, words }: Props) {
  const isFirstPage = firstPageHref === undefined;
  return (
    <>
      <Follow
        address={address}
        field={isFirstPage ? "revision" : "newestId"}
        shown={isFirstPage ? revision : newestId}
        everyMs={POLL_MS}
        stopped={<Banner tone="warning">{words.stopped}</Banner>}
        news={
          firstPageHref && (
            <div className="mt-4">
              <Banner>
                <p>
                  {words.newPayments}{" "}
                  <PageLink className="link" href={firstPageHref}>
                    {words.show}
                  </PageLink>
                </p>
              </Banner>
            </div>
          )
        }
      />
      <Announcement text={words.updated} version={newestId} />
    </>
  );
}
