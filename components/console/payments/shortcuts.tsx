import { PageElement } from "#components/ui/page-element.tsx";
import type { ShortcutsProps } from "./shortcuts.script.ts";

type Props = ShortcutsProps & {
  words: {
    title: string;
    search: string;
    next: string;
    previous: string;
    open: string;
    help: string;
    enter: string;
    use: string;
  };
};

/** Of the payments list. */
export function Shortcuts({ searchId, words }: Props) {
  const keys = [
    ["/", words.search],
    ["j", words.next],
    ["k", words.previous],
    [words.enter, words.open],
    ["?", words.help],
  ] as const;
  return (
    <PageElement<ShortcutsProps>
      name="page-shortcuts"
      props={{ searchId }}
      className="needs-script text-sm"
    >
      <details>
        <summary className="link inline-flex min-h-8 list-none items-center pointer-coarse:min-h-11">
          {words.title} (?)
        </summary>
        <dl className="mt-2 grid w-fit grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {keys.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded border border-edge bg-card px-1.5 font-mono">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-2 inline-flex min-h-11 items-center gap-2">
          <input type="checkbox" defaultChecked className="size-5 accent-accent" />
          {words.use}
        </label>
      </details>
    </PageElement>
  );
}
