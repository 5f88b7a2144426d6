import type { Run } from "#components/ui/page-element.script.ts";
import { accentProperties } from "#lib/merchants/brand/style.ts";
import {
  colourOf,
  PREVIEW_ID,
  type PreviewLook,
  previewPath,
  readPreview,
  shownSchemes,
} from "./preview-look.ts";

export type BrandPreviewProps = {
  formId: string;
  shown: PreviewLook;
  /** A new one resets the preview. */
  version: string;
};

const WAIT_MS = 100;

export const runBrandPreview: Run<BrandPreviewProps> = (element, signal) => {
  const { formId, shown } = element.props;
  let look = shown;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frames = [...element.querySelectorAll("iframe")].map((frame) => follow(frame, shown));
  const show = (next: PreviewLook) => {
    look = next;
    for (const frame of frames) frame.show(look);
  };
  const form = document.getElementById(formId);
  const read = () => {
    if (!(form instanceof HTMLFormElement)) return;
    const { accent, scheme } = Object.fromEntries(new FormData(form));
    const query = { accent: String(accent ?? ""), scheme: String(scheme ?? "") };
    const known = { accentColour: look.accent, scheme: look.scheme };
    show({ ...readPreview(query, known, ""), language: look.language });
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(read, WAIT_MS);
  };
  form?.addEventListener("input", wait, { signal });
  element.querySelector("select")?.addEventListener(
    "change",
    ({ target }) => {
      if (target instanceof HTMLSelectElement) show({ ...look, language: target.value });
    },
    { signal },
  );
  const dress = () => show(look);
  window.addEventListener("resize", dress, { signal });
  for (const { frame } of frames) frame.addEventListener("load", dress, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  dress();
};

/** A new colour is applied to the loaded page. Any other change loads a new page. */
function follow(frame: HTMLIFrameElement, first: PreviewLook) {
  const scheme = frame.dataset["scheme"] === "dark" ? "dark" : "light";
  const place = frame.parentElement;
  let loaded = frame.getAttribute("src");
  const show = (look: PreviewLook) => {
    if (!shownSchemes(look.scheme).includes(scheme)) {
      frame.remove();
      loaded = null;
      return;
    }
    if (!frame.isConnected) place?.[scheme === "light" ? "prepend" : "append"](frame);
    const accent = colourOf(look.accent);
    const address = previewPath({ ...look, accent: accent && first.accent }, scheme);
    if (loaded === null) frame.src = address;
    // A changed `src` would add an entry to the browser's history.
    else if (loaded !== address) frame.contentWindow?.location.replace(address);
    loaded = address;
    dress(frame, accent ? accentProperties(accent, scheme) : []);
  };
  return { frame, show };
}

function dress(frame: HTMLIFrameElement, colours: Iterable<[string, string]>): void {
  // While a frame navigates, its document is empty for a moment.
  const page = frame.contentDocument?.querySelector("html");
  if (!page) return;
  for (const [name, value] of colours) page.style.setProperty(name, value);
  const screens = page.querySelector<HTMLElement>(`#${PREVIEW_ID}`);
  if (screens && screens.offsetHeight > 0) frame.height = String(screens.offsetHeight);
}
