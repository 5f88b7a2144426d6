"use client";

import { type FormEvent, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { FileField } from "#components/ui/file-field.tsx";
import { ScopeFields } from "#components/ui/form-scope.tsx";
import type { Mode } from "#lib/platform/configuration/mode.ts";

type Words = {
  file: string;
  hint: string;
  tooLarge: string;
  go: string;
  progress: string;
  /** `{percent}` is replaced. */
  sending: string;
  reading: string;
  failed: string;
};

type Props = { address: string; mode: Mode; maxBytes: number; words: Words };

// Banks end names in many ways.
const ACCEPTED =
  ".xml,.zip,.txt,.sta,.mta,.mt940,.mt942,.940,.942,.swi,.c52,.c53,.c54,application/xml,text/xml,application/zip,text/plain";

/** Works without scripts; with scripts it shows the progress. */
export function UploadForm({ address, mode, maxBytes, words }: Props) {
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const upload = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (percent !== undefined) return;
    setProblem(undefined);
    setPercent(0);
    const { to, problem } = await send(address, new FormData(event.currentTarget), setPercent);
    if (to) return window.location.assign(to);
    setPercent(undefined);
    setProblem(problem ?? words.failed);
  };
  return (
    <form
      method="post"
      action={address}
      encType="multipart/form-data"
      className="grid max-w-xl gap-4"
      onSubmit={upload}
    >
      {problem !== undefined && (
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
        accept={ACCEPTED}
        maxBytes={maxBytes}
        tooLargeText={words.tooLarge}
      />
      <div>
        <Button aria-disabled={percent !== undefined}>{words.go}</Button>
      </div>
      {percent !== undefined && (
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

type Result = { to?: string; problem?: string };

/** Unlike `fetch`, XMLHttpRequest reports the progress. */
function send(address: string, body: FormData, onPercent: (percent: number) => void) {
  return new Promise<Result>((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) =>
      onPercent(total > 0 ? Math.round((100 * loaded) / total) : 0);
    request.onerror = () => resolve({});
    request.onload = () => resolve(readResult(request.responseText));
    request.send(body);
  });
}

function readResult(text: string): Result {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
