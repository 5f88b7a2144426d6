// A frame whose page keeps the feature to itself is told no.
const MARK =
  'navigator.canShare?.({url:location.href})&&document.documentElement.setAttribute("data-shares","")';

/** Marks a browser that can hand links on, before anything is painted: what only it offers then moves nothing. */
export function ShareMark({ nonce }: { nonce: string | undefined }) {
  return (
    // Browsers hide a nonce once they have read it, which looks like a difference when React takes the page over.
    <script nonce={nonce} suppressHydrationWarning>
      {MARK}
    </script>
  );
}
