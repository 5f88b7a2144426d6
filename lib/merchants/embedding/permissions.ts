/** What the checkout uses of a browser that a page lends its frames only by name. */
export const FRAME_FEATURES = ["clipboard-write", "web-share"] as const;

export type FrameFeature = (typeof FRAME_FEATURES)[number];

/** Who may use a feature, by its name, as it is written: `*`, `self`, origins. */
export type Permissions = Map<string, string[]>;

/** Reads the value of a `Permissions-Policy` header: a dictionary of RFC 9651 whose members are tokens or inner lists. */
export function parsePermissionsPolicy(value: string): Permissions {
  const members = value.matchAll(/([a-z*][a-z0-9_.*-]*)=(?:\(([^)]*)\)|([^\s,;()]+))/gi);
  return new Map(
    [...members].map(([, name = "", list, alone = ""]) => [
      name.toLowerCase(),
      (list ?? alone).split(/\s+/).filter((item) => item !== ""),
    ]),
  );
}

/** Reads the value of a frame's `allow` attribute; a feature without a list is for what the frame's `src` names. */
export function parseAllow(value: string): Permissions {
  const directives = value.split(";").map((directive) => directive.trim().split(/\s+/));
  return new Map(
    directives
      .filter(([name]) => name)
      .map(([name = "", ...list]) => [name.toLowerCase(), list.length > 0 ? list : ["'src'"]]),
  );
}

/** The features a page's own policy keeps from frames of `origin`. What it does not name, it lends. */
export function keptFeatures(policy: Permissions, origin: string): FrameFeature[] {
  return FRAME_FEATURES.filter((feature) => {
    const list = policy.get(feature);
    if (list === undefined || list.includes("*")) return false;
    // A page can lend only what it has itself.
    return !(list.includes("self") && list.some((item) => isOrigin(item, origin)));
  });
}

/** The features that `allow` does not name for a frame of `origin`. */
export function unlentFeatures(allow: Permissions, origin: string): FrameFeature[] {
  return FRAME_FEATURES.filter(
    (feature) =>
      !allow
        .get(feature)
        ?.some((item) => item === "*" || item === "'src'" || isOrigin(item, origin)),
  );
}

/** The members of a policy that lend `features` to `origin` too. */
export function mendPolicy(policy: Permissions, features: FrameFeature[], origin: string): string {
  return features
    .map((feature) => {
      const others = (policy.get(feature) ?? []).filter((item) => item !== "self");
      return `${feature}=(${["self", ...others, `"${origin}"`].join(" ")})`;
    })
    .join(", ");
}

/** The value of `allow` that lends `features` too. */
export function mendAllow(allow: Permissions, features: FrameFeature[]): string {
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
