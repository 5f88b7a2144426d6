import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { inRequestScope } from "#lib/platform/http/request-scope.ts";
import { placeMarkup, provideRenderer, takeMarkup } from "./markup.ts";

/** As Next renders its page. */
const renderPage = renderToStaticMarkup;

const Slow = async () => createElement("p");

before(() => provideRenderer(renderToStaticMarkup));

test("the page as sent has all markup in its places", () => {
  inRequestScope(() => {
    const intoPlaces = takeMarkup();
    const places = ["one", "$& and $1"].map((text) => placeMarkup(createElement("p", {}, text)));
    const page = renderPage(createElement("main", {}, ...places));
    assert.ok(!page.includes("one"), page);
    assert.equal(intoPlaces(page), "<main><p>one</p><p>$&amp; and $1</p></main>");
  });
});

test("a typed placeholder is text, in the page and in its markup", () => {
  inRequestScope(() => {
    const intoPlaces = takeMarkup();
    const typed = '<template data-markup="0"></template>';
    const page = renderPage(createElement("p", {}, typed, placeMarkup(typed)));
    const text = "&lt;template data-markup=&quot;0&quot;&gt;&lt;/template&gt;";
    assert.equal(intoPlaces(page), `<p>${text}${text}</p>`);
  });
});

test("each request has its own markup", () => {
  const pages = ["first", "second"].map((text) => {
    let sent = "";
    inRequestScope(() => {
      const intoPlaces = takeMarkup();
      sent = intoPlaces(renderPage(placeMarkup(createElement("p", {}, text))));
    });
    return sent;
  });
  assert.deepEqual(pages, ["<p>first</p>", "<p>second</p>"]);
});

test("the page contains the markup itself if no response inserts it", () => {
  const page = renderPage(placeMarkup(createElement("p", {}, "one")));
  assert.equal(page, '<div class="contents"><p>one</p></div>');
});

test("an asynchronous component is refused", () => {
  assert.throws(() => placeMarkup(createElement(Slow as never)));
});
