import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import { hearEscape } from "./escape-key.ts";

class Part {
  private readonly details: Details | undefined;
  constructor(details?: Details) {
    this.details = details;
  }
  closest(selector: string): Details | null {
    assert.equal(selector, "details[open]");
    return this.details?.open ? this.details : null;
  }
}

class Details {
  open = true;
  focused: string[] = [];
  querySelector(name: string) {
    return { focus: () => this.focused.push(name) };
  }
}

describe("Escape in a framed page", () => {
  let heard = 0;
  let window: EventTarget;
  beforeEach(() => {
    heard = 0;
    window = new EventTarget();
    Object.assign(globalThis, { window, Element: Part });
    hearEscape(() => heard++);
  });
  after(() => {
    for (const name of ["window", "Element"]) Reflect.deleteProperty(globalThis, name);
  });

  function press(key: string, fields: Record<string, unknown> = {}, target: unknown = new Part()) {
    const event = new Event("keydown", { cancelable: true });
    for (const [name, value] of Object.entries({ key, target, ...fields })) {
      Object.defineProperty(event, name, { value });
    }
    window.dispatchEvent(event);
  }

  it("is reported if nothing uses it", () => {
    press("Escape");
    press("Escape", {}, window);
    assert.equal(heard, 2);
  });

  const others: [string, string, Record<string, unknown>][] = [
    ["another key", "Enter", {}],
    ["one that is held down", "Escape", { repeat: true }],
    ["one that ends the spelling of a word", "Escape", { isComposing: true }],
    ["one that something in the page used", "Escape", { defaultPrevented: true }],
  ];
  for (const [what, key, fields] of others) {
    it(`is not reported for ${what}`, () => {
      press(key, fields);
      assert.equal(heard, 0);
    });
  }

  it("first closes the details with the focus, and moves the focus to their summary", () => {
    const details = new Details();
    const link = new Part(details);
    press("Escape", {}, link);
    assert.deepEqual([heard, details.open, details.focused], [0, false, ["summary"]]);
    press("Escape", {}, link);
    assert.equal(heard, 1);
  });
});
