"use client";

import { type FormEvent, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { FileField } from "#components/ui/file-field.tsx";
import { ScopeFields } from "#components/ui/form-scope.tsx";
import type { Mode } from "#lib/platform/mode.ts";

type Words = {
  file: string;
  hint: string;
  tooLarge: string;
  go: string;
  sending: string;
  reading: string;
  failed: string;
  progress: string;
};

type Props = { address: string; mode: Mode; maxBytes: number; words: Words };

type Answer = { to?: string; problem?: string };

type State = { percent?: number; problem?: string };

/** Works without scripts; with scripts it shows the progress. */
export function UploadForm({ address, mode, maxBytes, words }: Props) {
  const [{ percent, problem }, setState] = useState<State>({});
  const isBusy = percent !== undefined;

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) =>
      setState({ percent: total > 0 ? Math.round((100 * loaded) / total) : 0 });
    request.onerror = () => setState({ problem: words.failed });
    request.onload = () => {
      const response = readAnswer(request.responseText);
      if (response.to) window.location.assign(response.to);
      else setState({ problem: response.problem ?? words.failed });
    };
    setState({ percent: 0 });
    request.send(new FormData(event.currentTarget));
  }

  return (
    <form
      method="post"
      action={address}
      encType="multipart/form-data"
      className="grid max-w-xl gap-4"
      onSubmit={send}
    >
      {problem && (
        <Banner tone="negative" alert>
          <p>{problem}</p>
        </Banner>
      )}
      <ScopeFields />
      <input type="hidden" name="mode" value={mode} />
      <FileField
        name="file"
        label={words.file}
        hint={words.hint}
        accept=".xml,application/xml,text/xml"
        maxBytes={maxBytes}
        tooLargeText={words.tooLarge}
      />
      <div>
        <Button aria-disabled={isBusy}>{words.go}</Button>
      </div>
      {isBusy && (
        <div className="grid gap-1">
          <progress
            aria-label={words.progress}
            max={100}
            value={percent}
            className="w-full accent-accent"
          />
          <p role="status" className="text-muted text-sm">
            {percent < 100 ? words.sending.replace("{percent}", String(percent)) : words.reading}
          </p>
        </div>
      )}
    </form>
  );
}

function readAnswer(text: string): Answer {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
