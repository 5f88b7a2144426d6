import { HTTPException } from "hono/http-exception";

const TPP_ERRORS = {
  FORMAT_ERROR: 400,
  PARAMETER_NOT_CONSISTENT: 400,
  PAYMENT_FAILED: 400,
  CERTIFICATE_INVALID: 401,
  TOKEN_UNKNOWN: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_INVALID: 401,
  RESOURCE_UNKNOWN: 404,
  PRODUCT_UNKNOWN: 404,
  SERVICE_INVALID: 405,
  CANCELLATION_INVALID: 405,
  STATUS_INVALID: 409,
  PAYLOAD_TOO_LARGE: 413,
  CONTENT_TYPE_INVALID: 415,
  INTERNAL_SERVER_ERROR: 500,
} as const;

type TppErrorCode = keyof typeof TPP_ERRORS;

/** One entry of `tppMessages`. `text` must not contain received values. */
export class TppError extends HTTPException {
  override name = "TppError";

  constructor(code: TppErrorCode, text: string, path?: string) {
    const status = TPP_ERRORS[code];
    const message = { category: "ERROR", code, text, ...(path === undefined ? {} : { path }) };
    super(status, {
      message: text,
      res: Response.json({ tppMessages: [message] }, { status }),
    });
  }
}
