import { codeOf } from "./code-of.ts";
import { qrSvg } from "./qr-svg.tsx";

type Props = {
  content: string;
  alternative: string;
};

const MAX_DRAWN = 1_000;

const drawn = new Map<string, string>();

/** Each once, as drawing takes a quarter of a page's time. Without scripts the page is loaded every 5 s. */
function draw({ content, alternative }: Props): string {
  const key = JSON.stringify([content, alternative]);
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const svg = qrSvg({ ...codeOf(content), size: 320, label: alternative });
  drawn.set(key, svg);
  const [oldest] = drawn.keys();
  if (drawn.size > MAX_DRAWN && oldest !== undefined) drawn.delete(oldest);
  return svg;
}

/** At least 240 px wide. */
export function QrCode(props: Props) {
  return (
    <div className="-mx-2 flex justify-center">
      <div
        className="w-full min-w-60 max-w-80 min-[900px]:max-w-72 overflow-hidden rounded-soft border border-line bg-white forced-color-adjust-none"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React has escaped it
        dangerouslySetInnerHTML={{ __html: draw(props) }}
      />
    </div>
  );
}
