import { Button } from "#components/ui/button.tsx";
import { FileField } from "#components/ui/file-field.tsx";
import { ScopeFields } from "#components/ui/form-scope.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import { ProblemPlace } from "#components/ui/problem-place.tsx";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { UploadFormProps } from "./upload-form.script.ts";

type Words = UploadFormProps["words"] & {
  file: string;
  hint: string;
  tooLarge: string;
  go: string;
  progress: string;
};

type Props = { address: string; mode: Mode; maxBytes: number; words: Words };

/** Works without scripts; with scripts it shows the progress. */
export function UploadForm({ address, mode, maxBytes, words }: Props) {
  const { sending, reading, failed } = words;
  return (
    <PageElement<UploadFormProps>
      name="page-upload-form"
      props={{ words: { sending, reading, failed } }}
    >
      <form
        method="post"
        action={address}
        encType="multipart/form-data"
        className="grid max-w-xl gap-4"
      >
        <ProblemPlace />
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
          <Button>{words.go}</Button>
        </div>
        <div data-progress="" hidden>
          <div className="grid gap-1">
            <progress
              aria-label={words.progress}
              max={100}
              value={0}
              className="w-full accent-accent"
            />
            <p role="status" className="text-muted text-sm" />
          </div>
        </div>
      </form>
    </PageElement>
  );
}
