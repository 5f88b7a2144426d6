import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readPlain } from "#lib/payments/transfers/files/read.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { makeReply } from "#lib/testing/replies.ts";

const IBAN = "NL91ABNA0417164300";

const read = (text: string) => {
  const [only, ...others] = readPlain({
    name: "status.xml",
    bytes: Buffer.from(text),
    ibans: [IBAN],
  });
  assert.ok(only && "replies" in only && others.length === 0);
  return only.replies;
};
const refusal = (text: string) => {
  try {
    read(text);
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_request") return error.fields?.[0]?.message;
    throw error;
  }
  return undefined;
};

const reply = {
  messageId: "RFIL1",
  status: "PART",
  parts: [{ id: "RFIL1-1", status: "RJCT", orders: [{ endToEndId: "RR1", status: "RJCT" }] }],
};

describe("a bank's status report", () => {
  for (let number = 3; number <= 14; number++) {
    const version = String(number).padStart(2, "0");
    it(`is read in version pain.002.001.${version}`, () => {
      assert.deepEqual(read(makeReply(reply, version)), [reply]);
    });
  }

  it("is read without statuses, parts and orders, and with a prefix", () => {
    const whole = { messageId: "RFIL1", status: "RJCT", parts: [] };
    assert.deepEqual(read(makeReply(whole)), [whole]);
    const prefixed = makeReply(whole)
      .replace("xmlns=", "xmlns:ns2=")
      .replaceAll(/<(\/?)([A-Z])/g, "<$1ns2:$2");
    assert.deepEqual(read(prefixed), [whole]);
    const bare = makeReply({ messageId: "", status: undefined, parts: [] });
    assert.deepEqual(read(bare), [{ messageId: "", status: undefined, parts: [] }]);
  });

  it("is refused with a document type, in other versions, damaged, too deep, or too heavy", () => {
    const text = makeReply(reply);
    const laughs = '<!DOCTYPE Document [<!ENTITY x "ha">]>';
    assert.equal(refusal(text.replace("<Document", `${laughs}<Document`)), "statement_doctype");
    for (const other of ["02", "15", "99"]) {
      assert.equal(refusal(makeReply(reply, other)), "statement_kind", other);
    }
    assert.equal(refusal(text.replace("pain.002", "pain.001")), "statement_kind");
    assert.equal(refusal(text.replaceAll("CstmrPmtStsRpt", "CstmrPmt")), "statement_kind");
    assert.equal(refusal(text.replace("</GrpSts>", "")), "statement_xml");
    const deep = `${"<A>".repeat(40)}${"</A>".repeat(40)}`;
    assert.equal(refusal(text.replace("<GrpSts>", `${deep}<GrpSts>`)), "statement_xml");
    const long = `<GrpSts ${"a".repeat(20_000)}="1">`;
    assert.equal(refusal(text.replace("<GrpSts>", long)), "statement_too_heavy");
    const many = "<X/>".repeat(30_000);
    assert.equal(refusal(text.replace("<GrpSts>", `${many}<GrpSts>`)), "statement_too_large");
  });
});
