import { objectOf } from './untyped-json.contract'

/** Returns the code of a system or database error, such as `EADDRINUSE`; empty for other values. */
export function errorCode(error: unknown): string {
  return String(objectOf(error)['code'] ?? '')
}
