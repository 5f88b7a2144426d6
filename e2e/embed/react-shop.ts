import { resolve } from "node:path";
import { build } from "esbuild";

const PAGE = `
import { BanksideCheckout } from "@bankside/embed/react";
import { createElement, StrictMode, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server.browser";

function Shop({ redirectUrl }) {
  const [renders, setRenders] = useState(1);
  const [isShown, setShown] = useState(true);
  const onEvent = (event) => {
    window.tell({ type: event.type, status: event.status, renders });
    if (event.type === "outcome") event.preventDefault();
  };
  return createElement("main", null,
    createElement("button", { onClick: () => setRenders(renders + 1) }, "Render"),
    createElement("button", { onClick: () => setShown(!isShown) }, "Show or hide"),
    isShown && createElement(BanksideCheckout, { redirectUrl, title: "Pay", onEvent }));
}

const app = createElement(StrictMode, null, createElement(Shop, { redirectUrl: window.redirectUrl }));
const root = document.getElementById("root");
// As a server sends it.
root.innerHTML = renderToString(app);
hydrateRoot(root, app, { onRecoverableError: (error) => window.tell({ type: "hydration", error: String(error) }) });
`;

/** A page in Strict Mode, with React's development build. `modules`: a folder of React's packages. */
export async function reactShop(redirectUrl: string, modules = "node_modules"): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: process.cwd() },
    alias: {
      "@bankside/embed/react": "./sdk/embed/src/react.ts",
      react: resolve(modules, "react"),
      "react-dom": resolve(modules, "react-dom"),
    },
    bundle: true,
    write: false,
    format: "iife",
    define: { "process.env.NODE_ENV": '"development"' },
  });
  const script = outputFiles.map(({ text }) => text).join("\n");
  const address = JSON.stringify(redirectUrl);
  return `<div id="root"></div><script>window.redirectUrl = ${address}</script><script>${script.replaceAll("</script", "<\\/script")}</script>`;
}
