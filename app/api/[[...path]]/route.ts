import { createApiHandler } from "#lib/api/handler.ts";
import { getServices } from "#lib/services/index.ts";

const handle = createApiHandler(getServices, "/api");

export const GET = handle;
export const HEAD = handle;
export const POST = handle;
export const PUT = handle;
export const PATCH = handle;
export const DELETE = handle;
export const OPTIONS = handle;
