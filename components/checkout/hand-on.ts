/** Opens the share sheet, or copies the link if there is none. `left`: the sheet opened and shows its own result. */
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

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A frame without the clipboard permission may still copy a selection after a click.
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
