import assert from "node:assert/strict";
import { it } from "node:test";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { startQonto } from "#lib/testing/qonto-simulator.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";

onDatabase("adding a feed of Qonto", (_database, connection) => {
  it("is refused with wrong credentials, another IBAN, or twice, and logs no secret", async (t) => {
    const lines: string[] = [];
    const qonto = await startQonto({ now: () => new Date() });
    t.after(qonto.close);
    const { services } = createTestServices(
      connection(),
      { FEED_SIMULATOR_URL: qonto.url },
      undefined,
      createLogger("debug", { write: (line) => void lines.push(line) }),
    );
    const { accountId } = await makeMerchant(services);
    const add = (more: Record<string, string> = {}) =>
      services.feeds.add(
        { accountId, mode: "test" },
        {
          ...{ provider: "qonto", iban: "NL91ABNA0417164300", ...qonto.credentials },
          ...{ stagingToken: "", webhookSecret: qonto.webhookSecret, ...more },
        },
        ACTOR,
      );
    const refused = async (more: Record<string, string>, message: string) => {
      await assert.rejects(add(more), (error: { fields?: { message: string }[] }) => {
        assert.equal(error.fields?.[0]?.message, message);
        return true;
      });
    };
    await add();
    await refused({}, "feed_known");
    await refused({ iban: "DE89370400440532013000" }, "feed_iban");
    await refused({ secretKey: "a-wrong-secret", webhookSecret: "whsec-other" }, "feed_denied");
    await refused({ login: "a:b" }, "feed_secret");
    await refused({ secretKey: "line\nbreak" }, "feed_secret");
    await refused({ webhookSecret: "short" }, "feed_secret");
    qonto.faults.push("lost");
    await refused({}, "feed_unreachable");
    const log = lines.join("\n");
    const { credentials, webhookSecret } = qonto;
    for (const secret of [credentials.secretKey, webhookSecret, "a-wrong-secret", "whsec-other"]) {
      assert.ok(!log.includes(secret));
    }
  });
});
