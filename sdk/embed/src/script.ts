import { defineCheckoutElement } from "./element.ts";
import { mount } from "./mount.ts";

// What a page gets that loads the script by its address.
Object.assign(window, { Bankside: { mount } });
defineCheckoutElement();
