import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Field } from "#components/ui/field.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  typed: { reference: string; origin: string };
  /** Address of the page that reports from inside a frame. */
  probe: string;
};

export function CheckForm({ text, typed, probe }: Props) {
  const { form, frame } = text.messages.embedCheck;
  return (
    <div className="grid gap-6">
      <form action="/embed-check" className="grid gap-4">
        <Field
          name="reference"
          label={form.reference}
          hint={form.referenceHint}
          defaultValue={typed.reference}
          autoComplete="off"
        />
        <Field
          name="origin"
          label={form.origin}
          hint={form.originHint}
          defaultValue={typed.origin}
          inputMode="url"
          autoComplete="off"
        />
        <div>
          <Button>{form.go}</Button>
        </div>
      </form>
      <section aria-labelledby="probe" className="grid gap-3 border-line border-t pt-6">
        <h2 id="probe" className="font-semibold text-lg">
          {frame.title}
        </h2>
        <p className="text-muted">{frame.lead}</p>
        <CodeBlock
          code={`<iframe src="${probe}" title="Embedding check" width="100%" height="480"></iframe>`}
        />
      </section>
    </div>
  );
}
