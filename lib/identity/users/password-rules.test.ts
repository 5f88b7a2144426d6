import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import { normalisePassword, parseNewPassword } from "./password-rules.ts";
import { estimateStrength } from "./strength/estimate.ts";
import type { EstimateStrength } from "./strength/strength.ts";

const inPlace: EstimateStrength = async (guess) => estimateStrength(guess);

const refusalOf = (text: string, about: (string | undefined)[] = [], estimate = inPlace) =>
  parseNewPassword(text, { estimate, about }).then(
    () => undefined,
    (error: unknown) => (isAppError(error) ? error.fields?.[0]?.message : String(error)),
  );

/** Characters on no password list. */
const odd = fc.string({
  unit: fc.constantFrom(..."ĸŋđħłøþßæœ§¶¬¢ðµ"),
  minLength: 12,
  maxLength: 200,
});

describe("a new password", () => {
  for (const [text, refusal] of [
    ["correct-pony-battery-71", undefined],
    ["Straße über Fluß 9", undefined],
    ["水金地火木土天海冥月日星", undefined],
    ["short-one-7", "password_too_short"],
    ["👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀", undefined],
    ["😀😀😀😀😀😀", "password_too_short"],
    ["", "password_too_short"],
    ["password1234", "password_guessable"],
    ["aaaaaaaaaaaaaaaa", "password_guessable"],
    ["qwertyuiop123", "password_guessable"],
    ["123456789012", "password_guessable"],
    ["bankside1234", "password_guessable"],
    ["            ", "password_guessable"],
  ] as const) {
    it(`${JSON.stringify(text)} is ${refusal ?? "good"}`, async () => {
      const got = await refusalOf(text);
      // Joined emoji count as many characters, so only the length check is tested.
      if (text.startsWith("👩")) assert.notEqual(got, "password_too_short");
      else assert.equal(got, refusal);
    });
  }

  it("may not consist of what is known about its owner", async () => {
    const about = ["harriet.quillfeather@harbour-books.example", "Harriet Quillfeather", undefined];
    for (const text of ["quillfeather1", "HarrietQuillfeather", "harbourbooks1", "harbour-books"]) {
      assert.equal(await refusalOf(text, about), "password_guessable", text);
    }
    assert.equal(await refusalOf("quillfeather1"), undefined);
  });

  it("may have up to 200 characters of any kind", async () => {
    await fc.assert(
      fc.asyncProperty(odd, async (text) => {
        const distinct = new Set(text).size;
        fc.pre(distinct >= 7);
        assert.equal(
          await parseNewPassword(text, { estimate: inPlace, about: [] }),
          text.normalize("NFC"),
        );
      }),
      { numRuns: propertyRuns(5) },
    );
    assert.equal(await refusalOf(`${"ab1 ".repeat(50)}x`), "password_too_long");
  });

  it("with fewer than 12 characters is refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 11 }), async (text) => {
        assert.equal(await refusalOf(text), "password_too_short");
      }),
      { numRuns: propertyRuns(5) },
    );
  });

  it("is the same in every Unicode composition", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const forms = [text.normalize("NFC"), text.normalize("NFD")].map(normalisePassword);
        assert.equal(forms[0], forms[1]);
      }),
    );
  });

  it("is measured before it is estimated, like the facts about its owner", async () => {
    const seen: { password: string; about: string[] }[] = [];
    const estimate: EstimateStrength = async (guess) => {
      seen.push(guess);
      return 4;
    };
    for (const text of ["short-one-7", "x".repeat(201)]) await refusalOf(text, [], estimate);
    assert.deepEqual(seen, []);
    await refusalOf("correct-pony-battery-71", ["n".repeat(1000), undefined], estimate);
    assert.deepEqual(seen, [{ password: "correct-pony-battery-71", about: ["n".repeat(254)] }]);
  });

  it("is estimated by its first 64 characters", () => {
    const rest = "correct-pony-battery-71".repeat(5);
    assert.equal(estimateStrength({ password: `${"a".repeat(63)}${rest}`, about: [] }), 1);
    assert.equal(estimateStrength({ password: `${"a".repeat(64)}${rest}`, about: [] }), 0);
  });

  it("is never refused for what follows 64 good characters", async () => {
    const good = fc.string({ unit: "grapheme-ascii", minLength: 64, maxLength: 64 });
    const more = fc.string({ unit: "grapheme-ascii", maxLength: 136 });
    await fc.assert(
      fc.asyncProperty(good, more, async (head, rest) => {
        fc.pre((await refusalOf(head)) === undefined);
        assert.equal(await refusalOf(head + rest), undefined);
      }),
      { numRuns: propertyRuns(5) },
    );
  });
});
