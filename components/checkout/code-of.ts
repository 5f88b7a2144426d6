/** Upper-case origin, path, digits. Each goes into the mode that needs the fewest bits. */
const PAY_LINK = /^(HTTPS?:\/\/[A-Z\d:/.-]+\/)([^?]*?)(\d+)$/;

/**
 * For `QRCodeSVG`. A pay link gets the largest modules, and the highest level that they leave room for: screens have no dirt or
 * tears to correct. EPC069-12 requires level M for other codes.
 */
export function codeOf(content: string) {
  const [, ...segments] = PAY_LINK.exec(content) ?? [];
  return segments.length > 0
    ? ({ value: segments, level: "L", boostLevel: true } as const)
    : ({ value: content, level: "M", boostLevel: false } as const);
}
