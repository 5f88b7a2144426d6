import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { emailKey, maskEmail, parseEmail } from "./email.ts";

describe("e-mail addresses", () => {
  const cases: [typed: string, email: string | undefined][] = [
    ["ada@shop.example", "ada@shop.example"],
    [" Ada.L+x@Shop.EXAMPLE\n", "Ada.L+x@shop.example"],
    ["", undefined],
    ["ada", undefined],
    ["ada@", undefined],
    ["@shop.example", undefined],
    ["ada@shop", undefined],
    ["ada@shop.example, eve@evil.example", undefined],
    ["ada@shop.example\r\nBcc: eve@evil.example", undefined],
    ["ada@@shop.example", undefined],
    ["<ada@shop.example>", undefined],
    ['"ada"@shop.example', undefined],
    ["ada@shop.example\u0000", undefined],
    ["\u0430da@shop.example", undefined],
    ["a&b@shop.example", "a&b@shop.example"],
    ["x!y#z@shop.example", "x!y#z@shop.example"],
    ["o'hara@shop.example", "o'hara@shop.example"],
    ["{|}~^_`$%*/?=@shop.example", "{|}~^_`$%*/?=@shop.example"],
    ["a..b@shop.example", undefined],
    [".a@shop.example", undefined],
    ["a.@shop.example", undefined],
    ["a b@shop.example", undefined],
    ["=?utf-8?q?eve=40evil.example=2c?=@shop.example", undefined],
    ["ada@M\u00fcller.example", "ada@xn--mller-kva.example"],
    ["ada@mu\u0308ller.example", "ada@xn--mller-kva.example"],
    ["ada@xn--mller-kva.example", "ada@xn--mller-kva.example"],
    ["ada@XN--MLLER-KVA.example", "ada@xn--mller-kva.example"],
    ["ada@\u043f\u043e\u0447\u0442\u0430.\u0440\u0444", "ada@xn--80a1acny.xn--p1ai"],
    ["ada@\uff53hop\u3002example", "ada@shop.example"],
    // Cyrillic a and o: another domain, shown as such.
    ["ada@p\u0430yp\u0430l.example", "ada@xn--pypl-53dc.example"],
    ["ada@xn--.example", undefined],
    ["ada@xn--0.example", undefined],
    ["ada@shop.example.", undefined],
    ["ada@-shop.example", undefined],
    ["ada@sh_op.example", undefined],
    ["ada@sh%6fp.example", undefined],
    ["ada@127.0.0.1", undefined],
    ["ada@0x7f.1", undefined],
    ["ada@[127.0.0.1]", undefined],
    ["ada@shop.example\u202e", undefined],
    ["ada@sh\u2028op.example", undefined],
    ["ada@shop.example\u3002\u3002", undefined],
    [`${"a".repeat(64)}@shop.example`, `${"a".repeat(64)}@shop.example`],
    [`${"a".repeat(65)}@shop.example`, undefined],
    [`ada@${"a".repeat(63)}.example`, `ada@${"a".repeat(63)}.example`],
    [`ada@${"a".repeat(64)}.example`, undefined],
    [`ada@${"a.".repeat(121)}example`, `ada@${"a.".repeat(121)}example`],
    [`adah@${"a.".repeat(121)}example`, `adah@${"a.".repeat(121)}example`],
    [`adaho@${"a.".repeat(121)}example`, undefined],
    // 250 characters as typed, more in ASCII.
    [`ada@${"\u00fc.".repeat(119)}example`, undefined],
  ];
  for (const [typed, email] of cases) {
    it(`reads ${JSON.stringify(typed.slice(0, 40))}`, () => assert.equal(parseEmail(typed), email));
  }

  const atom = fc.string({
    unit: fc.constantFrom(..."abcXYZ019!#$%&'*+-/=?^_`{|}~"),
    minLength: 1,
    maxLength: 20,
  });
  const label = fc.string({
    unit: fc.constantFrom(..."abz09\u00e4\u00f6\u0431\u4e2d\u0301"),
    minLength: 1,
    maxLength: 10,
  });
  const address = fc
    .tuple(
      fc.array(atom, { minLength: 1, maxLength: 3 }),
      fc.array(label, { minLength: 1, maxLength: 4 }),
    )
    .map(([atoms, labels]) => `${atoms.join(".")}@${labels.join(".")}.example`);

  it("normalises to ASCII without characters that end a line or a recipient, and does so once", () => {
    let read = 0;
    const any = fc.oneof(fc.emailAddress(), address, fc.string({ unit: anyCharacter }));
    fc.assert(
      fc.property(any, (typed) => {
        const email = parseEmail(typed);
        if (email === undefined) return;
        read += 1;
        assert.equal(parseEmail(email), email);
        assert.match(email, /^[!-~]{1,64}@[a-z0-9.-]{4,253}$/);
        assert.doesNotMatch(email, /[\s,;:<>"()\\[\]]|=\?/);
        assert.ok(email.length <= 254);
        assert.equal(email.split("@").length, 2);
      }),
    );
    assert.ok(read > 30);
  });

  it("accepts every dot-atom that is not too long and not like an encoded word", () => {
    fc.assert(
      fc.property(fc.array(atom, { minLength: 1, maxLength: 3 }), (atoms) => {
        const local = atoms.join(".");
        const isGood = local.length <= 64 && !local.includes("=?");
        const typed = `${local}@shop.example`;
        assert.equal(parseEmail(typed), isGood ? typed : undefined);
      }),
    );
  });

  it("reads a domain identically in every case and normal form", () => {
    fc.assert(
      fc.property(address, (typed) => {
        const [local, domain = ""] = typed.split("@");
        const other = `${local}@${domain.toUpperCase().normalize("NFD")}`;
        assert.equal(parseEmail(other), parseEmail(typed));
      }),
    );
  });

  it("counts an address once in all its forms", () => {
    assert.equal(emailKey("Ada@shop.example"), emailKey("ada@shop.example"));
  });

  it("masks all but the first character and the domain", () => {
    assert.equal(maskEmail("ada@shop.example"), "a•••@shop.example");
    assert.equal(maskEmail("a@shop.example"), "a•••@shop.example");
  });
});
