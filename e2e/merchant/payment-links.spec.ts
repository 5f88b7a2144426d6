import { readFile } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import jsqr from "jsqr";
import { expect, type Page } from "playwright/test";
import { PNG } from "pngjs";
import { readRectangles, rectanglesOfPdf } from "#lib/testing/printed-code.ts";
import { scanQr } from "#sdk/playwright/src/scan.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { readPdf } from "../kit/pdf.ts";
import { chooseBank, decideAtBank, takePhone } from "../kit/people.ts";
import { IBAN, openShop, test } from "./console-account.ts";

const PAYEE_IBAN = IBAN.replace(/.{4}/g, "$& ").trim();
