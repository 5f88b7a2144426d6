// `canShare` is false in a frame without the `web-share` permission.
const MARK =
  'navigator.canShare?.({url:location.href})&&document.documentElement.setAttribute("data-shares","")';

/** Runs before the first paint, to avoid a layout shift. */
export function ShareMark({ nonce }: { nonce: string | undefined }) {
  return (
    // Browsers hide a nonce after reading it, which React reports as a hydration mismatch.
    <script nonce={nonce} suppressHydrationWarning>
      {MARK}
    </script>
  );
}
