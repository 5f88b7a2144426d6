"use client";

import { useEffect, useRef, useState } from "react";
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
  shown: PreviewLook;
  titles: { light: string; dark: string };
  language: { label: string; options: { value: string; label: string }[] };
};

const WAIT_MS = 100;

export function BrandPreview({ formId, shown, titles, language }: Props) {
  const [look, setLook] = useState(shown);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { accent, scheme } = Object.fromEntries(new FormData(form));
        const query = { accent: String(accent ?? ""), scheme: String(scheme ?? "") };
        setLook((known) => ({
          ...readPreview(query, { accentColour: known.accent, scheme: known.scheme }, ""),
          language: known.language,
        }));
      }, WAIT_MS);
    };
    form.addEventListener("input", follow);
    return () => {
      clearTimeout(timer);
      form.removeEventListener("input", follow);
    };
  }, [formId]);

  return (
    <>
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
          <PreviewFrame key={scheme} title={titles[scheme]} look={look} scheme={scheme} />
        ))}
      </div>
    </>
  );
}

type FrameProps = { title: string; look: PreviewLook; scheme: "light" | "dark" };

const FIRST_HEIGHT = 1400;

/** A new colour is applied to the loaded page. Any other change loads a new page. */
function PreviewFrame({ title, look, scheme }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(look);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const accent = colourOf(look.accent);
  const address = previewPath({ ...look, accent: accent && first.accent }, scheme);
  const [firstAddress] = useState(address);
  const loaded = useRef(firstAddress);

  useEffect(() => {
    if (loaded.current === address) return;
    loaded.current = address;
    // A changed `src` would add an entry to the browser's history.
    frame.current?.contentWindow?.location.replace(address);
  }, [address]);

  const dress = () => {
    // While a frame navigates, its document is empty for a moment.
    const page = frame.current?.contentDocument?.querySelector("html");
    if (!page) return;
    const colours = accent ? accentProperties(accent, scheme) : [];
    for (const [name, value] of colours) page.style.setProperty(name, value);
    const screens = page.querySelector<HTMLElement>(`#${PREVIEW_ID}`);
    if (screens && screens.offsetHeight > 0) setHeight(screens.offsetHeight);
  };
  useEffect(() => {
    dress();
    window.addEventListener("resize", dress);
    return () => window.removeEventListener("resize", dress);
  });

  return (
    <iframe
      ref={frame}
      title={title}
      src={firstAddress}
      height={height}
      onLoad={dress}
      tabIndex={-1}
      className="-mx-4 w-[calc(100%+2rem)] max-w-none border-line border-y sm:mx-0 sm:w-full sm:rounded-soft sm:border"
    />
  );
}
