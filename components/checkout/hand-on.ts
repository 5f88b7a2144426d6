/**
 * Hands a link on by the system's own sheet, and copies it where there is none. `left`: the sheet was shown, and says by
 * itself what came of it.
 */
export async function shareLink(url: string, title: string): Promise<"left" | "copied" | "failed"> {
  if ("share" in navigator) {
    try {
      await navigator.share({ url, title });
      return "left";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "left";
    }
  }
  return (await copyText(url)) ? "copied" : "failed";
}

/** Copies a text; `false` where the browser does not let it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A frame without the clipboard permission may still copy what is selected after a click.
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
