import { shellQuoted } from "./quote.ts";
import { KEY_VARIABLE } from "./snippet.ts";

/** How a file is sent. The key is read from a variable. */
export function statementSnippets(baseUrl: string) {
  const send = (file: string, query = "") => `curl -sS --fail-with-body \\
  ${shellQuoted(`${baseUrl}/statements${query}`)} \\
  -H "X-API-Key: $${KEY_VARIABLE}" \\
  --data-binary @${file}`;
  return [
    {
      id: "curl",
      label: "curl",
      code: send("statement.xml", "?fileName=statement.xml"),
    },
    {
      id: "cron",
      label: "cron",
      code: `#!/bin/sh
# Every 10 minutes. Your bank's program puts its files into /srv/bank.
cd /srv/bank && mkdir -p sent
for file in *.xml *.sta *.zip; do
  [ -f "$file" ] || continue
  ${send('"$file"').replaceAll("\n", "\n  ")} &&
    mv "$file" sent/
done`,
    },
  ];
}
