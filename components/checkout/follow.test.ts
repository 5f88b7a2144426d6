import assert from "node:assert/strict";
import { afterEach, beforeEach, it, mock } from "node:test";
import { follow, POLL_MS, SAFETY_POLL_MS, type Snapshot } from "./follow.ts";

const waiting: Snapshot = { version: "waiting", isFinal: false };
const paid: Snapshot = { version: "paid", isFinal: true };

function makePage() {
  const page = {
    isShown: true,
    response: waiting as Snapshot | undefined,
    looks: 0,
    streams: [] as {
      push: (snapshot: Snapshot) => void;
      break: (isForGood: boolean) => void;
      beat: () => void;
      isOpen: boolean;
    }[],
    seen: [] as string[],
  };
  const following = follow(
    {
      listen(push, onBreak, beat) {
        const stream = { push, break: onBreak, beat, isOpen: true };
        page.streams.push(stream);
        return () => {
          stream.isOpen = false;
        };
      },
      async look() {
        page.looks++;
        if (!page.response) throw new Error("no server");
        return page.response;
      },
      isShown: () => page.isShown,
    },
    ({ version }) => page.seen.push(version),
  );
  return { page, following, open: () => page.streams.filter(({ isOpen }) => isOpen).length };
}

async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 500) {
    mock.timers.tick(Math.min(500, left));
    await settle();
  }
}

async function settle() {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

it("does not poll while the stream has heartbeats, and polls without them", async () => {
  const { page } = makePage();
  page.streams[0]?.push(waiting);
  await pass(POLL_MS);
  assert.equal(page.looks, 1);
  for (let beats = 0; beats < 8; beats++) {
    page.streams[0]?.beat();
    await pass(15_000);
  }
  assert.equal(page.looks, 1);
  await pass(SAFETY_POLL_MS);
  assert.equal(page.looks, 2);
});

it("reports pushed changes, and then polls rarely", async () => {
  const { page } = makePage();
  page.streams[0]?.push(waiting);
  await pass(POLL_MS);
  assert.deepEqual([page.seen, page.looks], [["waiting", "waiting"], 1]);
  await pass(SAFETY_POLL_MS - 500);
  assert.equal(page.looks, 1);
  page.streams[0]?.push(paid);
  assert.equal(page.seen.at(-1), "paid");
});

it("notices the outcome although the stream died silently", async () => {
  const { page } = makePage();
  page.streams[0]?.push(waiting);
  await pass(POLL_MS);
  page.response = paid;
  await pass(SAFETY_POLL_MS);
  assert.equal(page.seen.at(-1), "paid");
});

it("polls without a stream at the same rate, although the browser retries the connection", async () => {
  const { page } = makePage();
  for (let second = 0; second < 12; second++) {
    page.streams[0]?.break(false);
    await pass(1000);
  }
  assert.equal(page.looks, 4);
});

it("polls at once after a stream breaks", async () => {
  const { page } = makePage();
  await pass(POLL_MS);
  page.streams[0]?.push(waiting);
  await pass(POLL_MS);
  const before = page.looks;
  page.streams[0]?.break(false);
  await pass(POLL_MS);
  assert.equal(page.looks, before + 1);
});

it("reopens a refused stream, but not with every poll", async () => {
  const { page } = makePage();
  page.streams[0]?.break(true);
  await pass(9 * POLL_MS);
  assert.equal(page.streams.length, 1);
  await pass(POLL_MS);
  assert.equal(page.streams.length, 2);
});

it("continues after failed polls, and does not poll while the page is hidden", async () => {
  const { page } = makePage();
  page.response = undefined;
  await pass(3 * POLL_MS);
  assert.deepEqual([page.looks, page.seen], [3, []]);
  page.isShown = false;
  await pass(10 * POLL_MS);
  assert.equal(page.looks, 3);
  page.isShown = true;
  page.response = paid;
  await pass(POLL_MS);
  assert.deepEqual(page.seen, ["paid"]);
});

it("polls at once on a new connection when a page is shown again after an hour", async () => {
  const { page, following, open } = makePage();
  page.streams[0]?.push(waiting);
  page.isShown = false;
  await pass(60 * 60_000);
  page.isShown = true;
  page.response = paid;
  following.wake();
  await settle();
  assert.equal(page.seen.at(-1), "paid");
  assert.equal(page.streams[0]?.isOpen, false);
  assert.equal(open(), 0, "there is nothing to follow after the end");
});

it("repeats the outcome until it is stopped, because the page may have failed to load", async () => {
  const { page, following } = makePage();
  page.response = paid;
  page.streams[0]?.push(paid);
  assert.equal(page.streams[0]?.isOpen, false);
  await pass(3 * POLL_MS);
  assert.deepEqual(page.seen, ["paid", "paid", "paid", "paid"]);
  following.stop();
  await pass(3 * POLL_MS);
  assert.equal(page.seen.length, 4);
});

it("closes the connection of a stored page, and drops responses under way", async () => {
  const { page, following, open } = makePage();
  following.look();
  following.stop();
  await pass(10 * POLL_MS);
  assert.deepEqual([open(), page.seen], [0, []]);
  following.wake();
  await settle();
  assert.deepEqual([open(), page.seen], [1, ["waiting"]]);
});
