import { qrModules, qrPath } from "./qr-code.ts";

/** `label`: for people who don't see it. */
export function qrSvg(content: string, label: string): string {
  const modules = qrModules(content);
  const side = modules.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="60mm" height="60mm" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(label)}</title>`,
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/>`,
    `<path fill="#000" shape-rendering="crispEdges" d="${qrPath(modules)}"/>`,
    "</svg>\n",
  ].join("");
}

// Not allowed in XML 1.0, even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(CONTROLS, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
