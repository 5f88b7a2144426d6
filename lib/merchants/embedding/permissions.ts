/** Must be delegated to frames by name. */
export const FRAME_FEATURES = ["clipboard-write", "web-share"] as const;

export type FrameFeature = (typeof FRAME_FEATURES)[number];

/** By feature name, as written: `*`, `self`, origins. */
export type Permissions = Map<string, string[]>;

/** RFC 9651 dictionary of tokens or inner lists. */
export function parsePermissionsPolicy(value: string): Permissions {
  const members = value.matchAll(/([a-z*][a-z0-9_.*-]*)=(?:\(([^)]*)\)|([^\s,;()]+))/gi);
  return new Map(
    [...members].map(([, name = "", list, alone = ""]) => [
      name.toLowerCase(),
      (list ?? alone).split(/\s+/).filter((item) => item !== ""),
    ]),
  );
}

/** Without a list, a feature applies to the frame's `src`. */
export function parseAllow(value: string): Permissions {
  const directives = value.split(";").map((directive) => directive.trim().split(/\s+/));
  return new Map(
    directives
      .filter(([name]) => name)
      .map(([name = "", ...list]) => [name.toLowerCase(), list.length > 0 ? list : ["'src'"]]),
  );
}

/** Unnamed features are allowed. */
export function keptFeatures(policy: Permissions, origin: string): FrameFeature[] {
  return FRAME_FEATURES.filter((feature) => {
    const list = policy.get(feature);
    if (list === undefined || list.includes("*")) return false;
    // A page can delegate only features that it has itself.
    return !(list.includes("self") && list.some((item) => isOrigin(item, origin)));
  });
}

export function unlentFeatures(allow: Permissions, origin: string): FrameFeature[] {
  return FRAME_FEATURES.filter(
    (feature) =>
      !allow
        .get(feature)
        ?.some((item) => item === "*" || item === "'src'" || isOrigin(item, origin)),
  );
}

/** Also allows `features` for `origin`. */
export function fixedPolicy(policy: Permissions, features: FrameFeature[], origin: string): string {
  return features
    .map((feature) => {
      const others = (policy.get(feature) ?? []).filter((item) => item !== "self");
      return `${feature}=(${["self", ...others, `"${origin}"`].join(" ")})`;
    })
    .join(", ");
}

/** Also allows `features`. */
export function fixedAllow(allow: Permissions, features: FrameFeature[]): string {
  const kept = [...allow].filter(([name]) => !features.some((feature) => feature === name));
  const written = kept.map(([name, list]) =>
    list.join() === "'src'" ? name : [name, ...list].join(" "),
  );
  return [...written, ...features].join("; ");
}

function isOrigin(item: string, origin: string): boolean {
  const written = item.replaceAll(/^"|"$/g, "");
  const [, scheme, parent] = /^(https?:\/\/)\*(\..+)$/i.exec(written) ?? [];
  if (scheme && parent) return origin.startsWith(scheme) && origin.endsWith(parent);
  return URL.canParse(written) && new URL(written).origin === origin;
}
