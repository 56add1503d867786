import { currentRequest } from '../current-request'
import type { ErrorCode } from '../errors'
import type { Log } from '../log'
import { minuteMs } from '../time/durations.contract'

/** Refusals that may be an attack. */
const noted = new Set<ErrorCode>([
  'ERR_CROSS_SITE_REQUEST',
  'ERR_INVALID_CREDENTIALS',
  'ERR_NO_PERMISSION',
  'ERR_PASSKEY_REFUSED',
  'ERR_TOO_MANY_REQUESTS',
])

const linesMax = 100

/** Logs the route's pattern, because a path may contain a secret; a limited number of lines a minute, so that a flood does not fill the disk. */
export function createRefusalLog(log: Log) {
  let endMs = 0
  let lines = 0
  return (code: ErrorCode, call: string) => {
    if (!noted.has(code)) return
    const nowMs = performance.now()
    if (nowMs >= endMs) {
      if (lines > linesMax) log.warn('More calls were refused than are logged', { calls: lines - linesMax })
      endMs = nowMs + minuteMs
      lines = 0
    }
    if (++lines > linesMax) return
    const { address, company, user } = currentRequest() ?? {}
    log.warn('A call was refused', { code, call, address, company, user })
  }
}
