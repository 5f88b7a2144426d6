/** `fingerprint`: SHA-256 of a signing certificate, such as `14:6D:…`. */
export type AndroidApp = { packageName: string; fingerprint: string };

// Apple's ten-character team id, then a reverse domain name.
const APPLE_APP_ID = /^[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+$/;
const PACKAGE_NAME = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;
const FINGERPRINT = /^SHA256:((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/i;

/** Such as `A1B2C3D4E5.com.example.app`, comma-separated; `undefined` if any is invalid. */
export function parseAppleAppIds(text: string): string[] | undefined {
  const ids = partsOf(text);
  return ids.every((id) => APPLE_APP_ID.test(id)) ? [...new Set(ids)] : undefined;
}

/** Such as `com.example.app=SHA256:14:6D:…`, comma-separated; `undefined` if any is invalid. */
export function parseAndroidApps(text: string): AndroidApp[] | undefined {
  const apps = partsOf(text).map(parseAndroidApp);
  return apps.every((app) => app !== undefined) ? apps : undefined;
}

function parseAndroidApp(text: string): AndroidApp | undefined {
  const [packageName = "", certificate = "", ...more] = text.split("=");
  const [, fingerprint] = FINGERPRINT.exec(certificate) ?? [];
  const isApp = PACKAGE_NAME.test(packageName) && fingerprint && more.length === 0;
  return isApp ? { packageName, fingerprint: fingerprint.toUpperCase() } : undefined;
}

const partsOf = (list: string) => list.split(",").map((part) => part.trim());
