import { Button } from "#components/ui/button.tsx";
import { Labelled } from "#components/ui/labelled.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  words: MerchantText["messages"]["bank"]["outgoing"];
  /** As in the address. */
  problem: string | undefined;
  action: string;
};

export function OutgoingForm({ words, problem, action }: Props) {
  const { problems } = words;
  const known = problem !== undefined && Object.hasOwn(problems, problem);
  const sentence = known ? problems[problem as keyof typeof problems] : problems.file;
  return (
    <form method="post" encType="multipart/form-data" action={action} className="grid gap-4">
      <div className="grid gap-1.5">
        <Labelled
          name="file"
          label={words.file}
          hint={words.hint}
          error={problem === undefined ? undefined : sentence}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".xml,application/xml,text/xml"
              className="min-h-12 w-full min-w-0 rounded-soft border border-edge bg-card p-2 text-ink text-sm file:me-3 file:min-h-8 file:rounded-soft file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink aria-invalid:border-negative"
            />
          )}
        </Labelled>
      </div>
      <Button size="large" wide>
        {words.submit}
      </Button>
    </form>
  );
}
