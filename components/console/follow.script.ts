import type { Run } from "#components/ui/page-element.script.ts";
import { poll } from "#components/ui/poll.script.ts";
import { showPage } from "#components/ui/show-page.script.ts";

export type FollowProps = {
  /** Returns an object with `field`. */
  address: string;
  field: string;
  /** What the page shows of it. */
  shown: string;
  /** 0 looks only when the reader comes back. */
  everyMs: number;
};

/** A change refreshes the page, or shows the template `data-news`. */
export const runFollow: Run<FollowProps> = (element, signal) => {
  let isLoading = false;
  const show = (name: string) => {
    const status = element.querySelector("[role=status]");
    const template = element.querySelector<HTMLTemplateElement>(`template[${name}]`);
    if (!status || !template) return false;
    if (status.childElementCount === 0) status.append(template.content.cloneNode(true));
    return true;
  };
  const refresh = async () => {
    if (isLoading) return;
    isLoading = true;
    await showPage().catch(() => undefined);
    isLoading = false;
  };
  poll(
    {
      address: () => element.props.address,
      parse: (body) => {
        const latest: unknown = Object(body)[element.props.field];
        return typeof latest === "string" ? latest : undefined;
      },
      onNews: (latest) => {
        if (latest !== element.props.shown && !show("data-news")) void refresh();
        return element.props.everyMs;
      },
      onOver: () => {
        element.querySelector("[role=status]")?.replaceChildren();
        show("data-stopped");
      },
    },
    signal,
  );
};
