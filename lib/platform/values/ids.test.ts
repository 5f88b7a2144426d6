import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { firstIdAt, idPattern, newId, newIdAfter, readId } from "./ids.ts";

describe("readId", () => {
  it("accepts ids of newId, and none of another kind", () => {
    const id = newId("txn");
    assert.equal(readId("txn", id), id);
    assert.equal(readId("evt", id), undefined);
  });

  it("refuses invalid ids", () => {
    const id = newId("txn");
    for (const value of [
      undefined,
      1,
      [id],
      "",
      `${id}\0`,
      `${id}\n`,
      ` ${id}`,
      id.toUpperCase(),
    ]) {
      assert.equal(readId("txn", value), undefined);
    }
  });
});

const AT = new Date("2026-01-15T12:00:00Z");
const PATTERN = idPattern("evt");
const later = (ms: number) => new Date(AT.getTime() + ms);

it("an id contains its time, and is greater than all ids of earlier times", () => {
  const ids = [0, 1, 2, 1_000, 86_400_000].map((ms) => newIdAfter("evt", undefined, later(ms)));
  assert.deepEqual(ids.toSorted(), ids);
  for (const id of ids) assert.match(id, PATTERN);
  const [first = "", second = ""] = ids;
  assert.ok(firstIdAt("evt", AT) <= first && first < firstIdAt("evt", later(1)));
  assert.ok(firstIdAt("evt", later(1)) <= second);
});

it("ids of this moment have the same form as all others", () => {
  const now = new Date();
  const own = newIdAfter("evt", undefined, now);
  assert.equal(own.length, newId("evt").length);
  assert.ok(firstIdAt("evt", now) <= newId("evt"));
});

it("an id is greater than the last one, also if the clock is behind or the last is the greatest of its millisecond", () => {
  let last = newIdAfter("evt", undefined, AT);
  for (const ms of [0, 0, -1, -86_400_000, 0]) {
    const id = newIdAfter("evt", last, later(ms));
    assert.ok(id > last);
    assert.match(id, PATTERN);
    last = id;
  }
  const greatest = `${last.slice(0, 14)}${"z".repeat(16)}`;
  const next = newIdAfter("evt", greatest, AT);
  assert.ok(next > greatest);
  assert.match(next, PATTERN);
});
