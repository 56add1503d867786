import { Elysia } from 'elysia'
import type { Platform } from '../platform/platform'

const freeShareMin = 0.05

/** A process that answers is not stuck. */
export const liveAnswer = () => healthAnswer(200, { live: true })

export const notReadyAnswer = (reason: string) => healthAnswer(503, { ready: false, reasons: [reason] })

/** For container platforms, load balancers and monitors, without signing in. HEAD as GET. */
export function healthRoutes(platform: Platform) {
  return new Elysia({ name: 'health' })
    .get('/live', liveAnswer)
    .head('/live', liveAnswer)
    .get('/ready', () => readiness(platform))
    .head('/ready', () => readiness(platform))
}

/** A socket has the same path as `/live`. */
export function isHealthRequest(request: Request) {
  const { pathname } = new URL(request.url)
  return /^\/(live|ready|version)$/.test(pathname) && !request.headers.has('upgrade')
}

function readiness(platform: Platform) {
  const space = platform.freeSpace.state()
  const failed = reasonsAgainst(platform, space === 'full')
  const noted: string[] = { enough: [], low: ['storageLow'], full: ['storageFull'] }[space]
  if (platform.mediaBucket?.problem() !== undefined) noted.push('filesUnreachable')
  const ready = failed.length === 0 && space !== 'full'
  return healthAnswer(ready ? 200 : 503, { ready, reasons: [...noted, ...failed] })
}

function reasonsAgainst({ isStopping, lock, catalog, freeSpace }: Platform, isFull: boolean) {
  const { freeBytes, totalBytes } = freeSpace.read()
  const checks = {
    stopping: !isStopping,
    folderLock: lock.isHeld(),
    catalog: catalog.isReadable(),
    diskAlmostFull: isFull || !(freeBytes < totalBytes * freeShareMin),
  }
  return Object.entries(checks).flatMap(([reason, isGood]) => (isGood ? [] : [reason]))
}

function healthAnswer(status: number, body: object) {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
