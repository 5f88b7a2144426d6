import { PageElement } from "#components/ui/page-element.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import type { BrandPreviewProps } from "./brand-preview.script.ts";
import { previewPath, shownSchemes } from "./preview-look.ts";

type Props = BrandPreviewProps & {
  titles: { light: string; dark: string };
  language: { label: string; options: { value: string; label: string }[] };
};

const FIRST_HEIGHT = 1400;

export function BrandPreview({ titles, language, ...props }: Props) {
  const { shown } = props;
  const schemes = shownSchemes(shown.scheme);
  return (
    <PageElement<BrandPreviewProps> name="page-brand-preview" props={props} className="grid gap-5">
      <div className="needs-script max-w-60">
        <SelectField
          name="preview-language"
          label={language.label}
          options={language.options}
          defaultValue={shown.language}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {(["light", "dark"] as const).map((scheme) => {
          const isShown = schemes.includes(scheme);
          return (
            <iframe
              key={scheme}
              title={titles[scheme]}
              data-scheme={scheme}
              src={isShown ? previewPath(shown, scheme) : undefined}
              hidden={!isShown}
              height={FIRST_HEIGHT}
              tabIndex={-1}
              className="-mx-4 w-[calc(100%+2rem)] max-w-none border-line border-y sm:mx-0 sm:w-full sm:rounded-soft sm:border"
            />
          );
        })}
      </div>
    </PageElement>
  );
}
