// `canShare` is false in a frame without the `web-share` permission. A framed page as high as its window would never let the
// frame shrink.
const MARKS =
  'var h=document.documentElement;navigator.canShare?.({url:location.href})&&h.setAttribute("data-shares","");parent!==window&&h.setAttribute("data-framed","")';

/** Runs before the first paint, to avoid a layout shift. */
export function BrowserMarks({ nonce }: { nonce: string | undefined }) {
  return (
    <script data-own="" nonce={nonce}>
      {MARKS}
    </script>
  );
}
