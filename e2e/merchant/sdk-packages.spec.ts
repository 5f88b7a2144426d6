import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";

for (const name of ["embed", "js", "playwright"]) {
  test(`/sdk/${name}.tgz is the package`, async ({ request }) => {
    const response = await request.get(`/sdk/${name}.tgz`);
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toMatch(
      /^application\/(?:gzip|x-gzip|octet-stream)/,
    );
    expect(await response.body()).toEqual(readFileSync(`public/sdk/${name}.tgz`));
  });
}
