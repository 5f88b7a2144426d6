import { demandVisit } from "#lib/next/console/console-session.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { qrPng } from "#lib/platform/print/qr-png.ts";
import { qrSvg } from "#lib/platform/print/qr-svg.ts";
import { printSheet, SHEET_SIZES } from "#lib/platform/print/sheet.ts";
import { getServices } from "#lib/services/index.ts";
import { posterOf } from "../../poster.ts";

type Props = { params: Promise<{ id: string; file: string }> };

const HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
};

/** The code of a link for print: `qr.svg`, `qr.png`, and `qr.pdf` with texts around it (`size`, `language`). */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  try {
    const { account } = await demandVisit("viewer");
    const { id, file } = await params;
    const { links } = await getServices();
    const link = await links.find({ accountId: account.id, id });
    const query = new URL(request.url).searchParams;
    const poster = await posterOf(link, account, query.get("language"));
    switch (file) {
      case "qr.svg":
        return respond(qrSvg(poster.code, poster.codeLabel), "image/svg+xml", `${id}.svg`);
      case "qr.png":
        return respond(qrPng(poster.code), "image/png", `${id}.png`);
      case "qr.pdf": {
        const size = SHEET_SIZES.find((one) => one === query.get("size")) ?? "a4";
        return respond(await printSheet(poster, size), "application/pdf", `${id}-${size}.pdf`);
      }
      default:
        return new Response(null, { status: 404, headers: HEADERS });
    }
  } catch (error) {
    if (!isAppError(error)) throw error;
    return new Response(null, { status: error.status, headers: HEADERS });
  }
}

function respond(file: string | Buffer, type: string, name: string): Response {
  const body = typeof file === "string" ? file : new Uint8Array(file);
  return new Response(body, {
    headers: {
      ...HEADERS,
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
