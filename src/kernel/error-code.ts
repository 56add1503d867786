import { objectOf } from './untyped-json.contract'

/** Such as `EADDRINUSE`; empty for other values. */
export function errorCode(error: unknown): string {
  return String(objectOf(error)['code'] ?? '')
}
