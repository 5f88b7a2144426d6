import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bankSchema, sentenceOf } from "./schema.ts";

const BANK = {
  id: "first",
  name: "First Example Bank",
  country: "DE",
  xs2aUrl: "https://xs2a.first-bank.example/psd2",
  certificate: { certFile: "plain.pem", keyFile: "plain.key" },
};
const TOKEN = { tokenUrl: "https://login.bank.example/token", clientId: "PSDNL-1" };
const SIGNING = { certFile: "seal.pem", keyFile: "seal.key" };

const schema = bankSchema({ allowHttp: false, ownOrigins: ["https://bankside.example"] });

/** Each problem as `field: sentence`. */
const problems = (settings: object): string[] =>
  (schema.safeParse({ ...BANK, ...settings }).error?.issues ?? []).map(
    (issue) => `${issue.path.join(".")}: ${sentenceOf(issue)}`,
  );

describe("how a bank differs", () => {
  const right: object[] = [
    {},
    { version: "v1.1" },
    { version: "" },
    { approval: "decoupled", approvalMinutes: 20 },
    { proof: "no-end-to-end-id" },
    { proof: "funds-only" },
    { statuses: { DAS_I: "RCVD", BLCK: "PDNG" }, finalStatuses: ["ACCP", "DAS_CR"] },
    { finalStatuses: ["ACSP"], quirks: ["no-authorisation-list"] },
    { quirks: ["psu-id", "payer-iban", "status-in-order"] },
    { clientToken: TOKEN },
    { clientToken: { ...TOKEN, secretVariable: "BANK_SECRET", scope: "PIS" } },
    { signing: { ...SIGNING, headers: ["(request-target)", "date", "digest", "x-request-id"] } },
    { headers: { Authorization: "client-1" } },
  ];
  for (const settings of right) {
    it(`is configured by ${JSON.stringify(settings)}`, () => {
      assert.deepEqual(problems(settings), []);
    });
  }

  const minutes = "must be a whole number of minutes, from 1 to 10080";
  const wrong: [object, string][] = [
    [{ version: "1" }, 'version: must be a version such as v1 or v1.1, or ""'],
    [{ version: "/v1" }, 'version: must be a version such as v1 or v1.1, or ""'],
    [{ version: "v1/../v2" }, 'version: must be a version such as v1 or v1.1, or ""'],
    [{ approvalMinutes: 0 }, `approvalMinutes: ${minutes}`],
    [{ approvalMinutes: 1.5 }, `approvalMinutes: ${minutes}`],
    [{ approvalMinutes: 10_081 }, `approvalMinutes: ${minutes}`],
    [{ approvalMinutes: "20" }, `approvalMinutes: ${minutes}`],
    [{ statuses: { ACSP: "RJCT" } }, "statuses.ACSP: is a code of the standard"],
    [
      { statuses: { DONE_1: "ACSC" } },
      "statuses.DONE_1: must be one of RCVD, PATC, PDNG, ACTC, ACCP, ACSP, RJCT, CANC",
    ],
    [{ statuses: { "a b": "RCVD" } }, "statuses.a b: must be a word of the bank's"],
    [
      { finalStatuses: ["RCVD"] },
      "finalStatuses.0: must be a word of the bank's own, or one of ACTC, ACCP, ACFC, ACWC, ACSP, ACWP",
    ],
    [
      { finalStatuses: ["RJCT"] },
      "finalStatuses.0: must be a word of the bank's own, or one of ACTC, ACCP, ACFC, ACWC, ACSP, ACWP",
    ],
    [
      { finalStatuses: ["ACCP"], quirks: ["no-authorisation-list"] },
      "finalStatuses: ACCP also stands for a payment that is not approved: it needs the list that no-authorisation-list hides",
    ],
    [
      { statuses: { DAS_I: "RCVD" }, finalStatuses: ["DAS_I"], quirks: ["no-authorisation-list"] },
      "finalStatuses: DAS_I also stands for a payment that is not approved: it needs the list that no-authorisation-list hides",
    ],
    [
      { clientToken: TOKEN, headers: { authorization: "x" } },
      "headers.Authorization: can't be there beside clientToken, which is sent in it",
    ],
    [
      { clientToken: TOKEN, certificate: undefined, mode: "test" },
      "certificate: must be there: the OAuth2 server knows us by it",
    ],
    [
      { clientToken: { ...TOKEN, tokenUrl: "https://bankside.example/token" } },
      "clientToken.tokenUrl: is an address of Bankside itself",
    ],
    [
      { clientToken: { ...TOKEN, tokenUrl: "http://login.bank.example" } },
      "clientToken.tokenUrl: must be an https URL without query",
    ],
    [
      { clientToken: { ...TOKEN, secretVariable: "my-secret" } },
      "clientToken.secretVariable: must be the name of a variable",
    ],
    [
      { signing: { ...SIGNING, headers: ["date", "x-request-id"] } },
      "signing.headers: must contain digest, or the body is not signed",
    ],
    [
      { signing: { ...SIGNING, headers: ["digest", "digest"] } },
      "signing.headers: must contain each name once",
    ],
    [
      { signing: { ...SIGNING, headers: ["Digest"] } },
      "signing.headers.0: must be a header's name in small letters, or (request-target)",
    ],
    [{ headers: { "TPP-Decoupled-Preferred": "true" } }, "is a header Bankside sets itself"],
  ];
  for (const [settings, problem] of wrong) {
    it(`can't be configured by ${JSON.stringify(settings)}`, () => {
      const found = problems(settings);
      assert.ok(
        found.some((one) => one.includes(problem)),
        `${found}`,
      );
    });
  }

  for (const [field, value] of [
    ["approval", "embedded"],
    ["proof", "none"],
    ["quirks", ["anything"]],
    ["finalStatuses", []],
  ] as const) {
    it(`has no ${field} ${JSON.stringify(value)}`, () => {
      const [problem = ""] = problems({ [field]: value });
      assert.match(problem, new RegExp(`^${field}`));
    });
  }
});
