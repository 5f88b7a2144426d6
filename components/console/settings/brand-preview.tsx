"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { SelectField } from "#components/ui/select-field.tsx";
import { accentProperties } from "#lib/merchants/brand/style.ts";
import {
  colourOf,
  PREVIEW_ID,
  type PreviewLook,
  previewPath,
  readPreview,
  shownSchemes,
} from "./preview-look.ts";

type Props = {
  formId: string;
  /** As saved. Give the preview a `key` that changes with it. */
  shown: PreviewLook;
  titles: { light: string; dark: string };
  language: { label: string; options: { value: string; label: string }[] };
};

const WAIT_MS = 100;
const FIRST_HEIGHT = 1400;

export function BrandPreview({ formId, shown, titles, language }: Props) {
  const [look, setLook] = useState(shown);
  useEffect(() => followForm(formId, setLook), [formId]);
  return (
    <div className="grid gap-5">
      <div
        className="needs-script max-w-60"
        onChange={({ target }) => {
          if (target instanceof HTMLSelectElement) setLook({ ...look, language: target.value });
        }}
      >
        <SelectField
          name="preview-language"
          label={language.label}
          options={language.options}
          defaultValue={shown.language}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {shownSchemes(look.scheme).map((scheme) => (
          <Frame key={scheme} title={titles[scheme]} look={look} saved={shown} scheme={scheme} />
        ))}
      </div>
    </div>
  );
}

type SetLook = (change: (look: PreviewLook) => PreviewLook) => void;

function followForm(formId: string, setLook: SetLook) {
  const form = document.getElementById(formId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    if (!(form instanceof HTMLFormElement)) return;
    const { accent, scheme } = Object.fromEntries(new FormData(form));
    const query = { accent: String(accent ?? ""), scheme: String(scheme ?? "") };
    setLook((look) => {
      const known = { accentColour: look.accent, scheme: look.scheme };
      return { ...readPreview(query, known, ""), language: look.language };
    });
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(read, WAIT_MS);
  };
  form?.addEventListener("input", wait);
  return () => {
    clearTimeout(timer);
    form?.removeEventListener("input", wait);
  };
}

type FrameProps = {
  title: string;
  look: PreviewLook;
  saved: PreviewLook;
  scheme: "light" | "dark";
};

/** A new colour is applied to the loaded page. Any other change loads a new page. */
function Frame({ title, look, saved, scheme }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const accent = colourOf(look.accent);
  const address = previewPath({ ...look, accent: accent && saved.accent }, scheme);
  const [first] = useState(address);
  const loaded = useRef(first);
  const dress = useCallback(() => {
    // While a frame navigates, its document is empty for a moment.
    const page = frame.current?.contentDocument?.querySelector("html");
    if (!page) return;
    for (const [name, value] of accent ? accentProperties(accent, scheme) : []) {
      page.style.setProperty(name, value);
    }
    const screens = page.querySelector<HTMLElement>(`#${PREVIEW_ID}`);
    if (frame.current && screens && screens.offsetHeight > 0) {
      frame.current.height = String(screens.offsetHeight);
    }
  }, [accent, scheme]);
  useEffect(() => {
    // A changed `src` would add an entry to the browser's history.
    if (loaded.current !== address) frame.current?.contentWindow?.location.replace(address);
    loaded.current = address;
    dress();
    window.addEventListener("resize", dress);
    return () => window.removeEventListener("resize", dress);
  }, [address, dress]);
  return (
    <iframe
      ref={frame}
      title={title}
      src={first}
      onLoad={dress}
      height={FIRST_HEIGHT}
      tabIndex={-1}
      className="-mx-4 w-[calc(100%+2rem)] max-w-none border-line border-y sm:mx-0 sm:w-full sm:rounded-soft sm:border"
    />
  );
}
