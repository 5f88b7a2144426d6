export type Form = {
  url: string;
  method: "GET" | "POST";
  type: "application/x-www-form-urlencoded" | "multipart/form-data";
  fields: [name: string, value: string][];
  buttons: string;
};

export type Page = { url: string; status: number; html: string; links: string[]; forms: Form[] };

export type Visitor = ReturnType<typeof createVisitor>;

const ENTITIES: Record<string, string> = { amp: "&", quot: '"', lt: "<", gt: ">", "#x27": "'" };

/** A browser without scripts: keeps cookies, follows redirects, sends forms. */
export function createVisitor(userAgent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/121.0.0.0") {
  const jars = new Map<string, Map<string, string>>();

  const cookies = (url: string) => {
    const jar = jars.get(new URL(url).hostname) ?? new Map<string, string>();
    return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  };

  function keep(url: string, response: Response): void {
    const { hostname } = new URL(url);
    const jar = jars.get(hostname) ?? new Map<string, string>();
    jars.set(hostname, jar);
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", ...value] = (cookie.split(";")[0] ?? "").split("=");
      jar.set(name, value.join("="));
    }
  }

  async function visit(url: string, init: RequestInit = {}, leads = 10): Promise<Page> {
    const { origin } = new URL(url);
    const headers = { Cookie: cookies(url), "User-Agent": userAgent, Origin: origin };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    keep(url, response);
    const location = response.headers.get("location");
    if (location !== null && leads > 0) return visit(new URL(location, url).href, {}, leads - 1);
    const html = await response.text();
    return {
      url,
      status: response.status,
      html,
      links: linksOf(html, url),
      forms: formsOf(html, url),
    };
  }

  return {
    userAgent,
    cookies,
    visit,
    /** `having`: name or text of a field or button. */
    submit(page: Page, having: string, values: Record<string, string> = {}): Promise<Page> {
      const form = page.forms.find(
        ({ fields, buttons }) =>
          buttons.includes(having) || fields.some(([name]) => name === having),
      );
      if (!form) throw new Error(`no form with ${having} at ${page.url}`);
      const others = form.fields.filter(([name]) => values[name] === undefined);
      const fields = [...others, ...Object.entries(values)];
      const all = new URLSearchParams(fields.map(([name, value]) => [name, value]));
      if (form.method === "GET") return visit(`${form.url.split("?")[0]}?${all}`);
      const multipart = new FormData();
      for (const [name, value] of fields) multipart.append(name, value);
      const body = form.type === "multipart/form-data" ? multipart : all;
      return visit(form.url, { method: "POST", body });
    },
  };
}

function linksOf(html: string, url: string): string[] {
  const found = [...html.matchAll(/<(?:a|iframe)\b[^>]*>/g)].map(
    ([tag]) => attribute(tag, "href") ?? attribute(tag, "src") ?? "",
  );
  return found.filter((link) => URL.canParse(link, url)).map((link) => new URL(link, url).href);
}

function formsOf(html: string, url: string): Form[] {
  return [...html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].map(([text]) => {
    const tag = text.slice(0, text.indexOf(">") + 1);
    const controls = [...text.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)];
    const named = controls.map(([control]) => [
      attribute(control, "name"),
      attribute(control, "value") ?? "",
    ]);
    return {
      url: new URL(attribute(tag, "action") || url, url).href,
      method: /method="post"/i.test(tag) ? "POST" : "GET",
      type: /enctype="multipart/i.test(tag)
        ? "multipart/form-data"
        : "application/x-www-form-urlencoded",
      fields: named.filter((field): field is [string, string] => field[0] !== undefined),
      buttons: [...text.matchAll(/<button\b.*?<\/button>/gs)]
        .map(([button]) => button.replace(/<[^>]*>/g, ""))
        .join(" "),
    };
  });
}

function attribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag) ?? [];
  return value?.replace(/&(\w+|#x27);/g, (entity, key) => ENTITIES[key] ?? entity);
}
