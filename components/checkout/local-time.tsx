import { PageElement } from "#components/ui/page-element.tsx";
import type { LocalTimeProps } from "./local-time.script.ts";

type Props = LocalTimeProps & { utc: string };

/** In UTC until the browser's time zone is known. */
export function LocalTime({ utc, ...props }: Props) {
  return (
    <PageElement<LocalTimeProps> name="page-local-time" props={props}>
      <time dateTime={props.at} title={utc}>
        {utc}
      </time>
    </PageElement>
  );
}
