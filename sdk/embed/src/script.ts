import { defineCheckoutElement } from "./element.ts";
import { mount } from "./mount.ts";

Object.assign(window, { Bankside: { mount } });
defineCheckoutElement();
