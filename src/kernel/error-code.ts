/** Returns the code of a system or database error, such as `EADDRINUSE`; empty for other values. */
export function errorCode(error: unknown): string {
  return String((error as { code?: unknown } | null | undefined)?.code ?? '')
}
