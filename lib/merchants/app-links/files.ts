import type { AndroidApp } from "#lib/platform/configuration/native-apps.ts";

type Apps = {
  APPLE_APP_IDS?: string[] | undefined;
  ANDROID_APPS?: AndroidApp[] | undefined;
  PAYER_APP_URL: string;
};

const CACHE_SECONDS = 3600;

/** 404 if none is configured. */
export function respondAppleAppSiteAssociation({ APPLE_APP_IDS, PAYER_APP_URL }: Apps): Response {
  if (!APPLE_APP_IDS) return nothing();
  const pages = new URL(PAYER_APP_URL).pathname.replace(/\/+$/, "");
  return response({
    applinks: {
      details: [
        {
          appIDs: APPLE_APP_IDS,
          // The first match counts. Returns stay in the browser that left for the bank, unlisted pages in the merchant's app.
          components: [{ "/": `${pages}/*/return*`, exclude: true }, { "/": `${pages}/*` }],
        },
      ],
    },
  });
}

export function respondAssetLinks({ ANDROID_APPS }: Apps): Response {
  if (!ANDROID_APPS) return nothing();
  const byPackage = Map.groupBy(ANDROID_APPS, ({ packageName }) => packageName);
  return response(
    [...byPackage].map(([packageName, apps]) => ({
      relation: ["delegate_permission/common.handle_all_urls"],
      target: {
        namespace: "android_app",
        package_name: packageName,
        sha256_cert_fingerprints: [...new Set(apps.map(({ fingerprint }) => fingerprint))],
      },
    })),
  );
}

function response(file: unknown): Response {
  return Response.json(file, {
    headers: {
      "Cache-Control": `public, max-age=${CACHE_SECONDS}`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function nothing(): Response {
  return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
}
