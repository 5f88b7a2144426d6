import { Follow } from "./follow.tsx";

const POLL_MS = 4_000;

type Props = {
  /** Returns the current version. */
  address: string;
  version: string;
};

export function FollowVersion({ address, version }: Props) {
  return <Follow address={address} field="version" shown={version} everyMs={POLL_MS} />;
}
