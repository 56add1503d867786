import type { Config } from './kernel/config/config'
import { startingPage } from './page/starting-page'
import { isNavigation } from './page/is-navigation'
import { version } from './version'

const retryAfterSeconds = 2

/**
 * Answers for a product that is waiting to start. `/version` answers 200, because a platform stops the old process only
 * after the new one passes its health check. Everything else answers 503.
 */
export function serveStarting({ host, port }: Config) {
  return Bun.serve({
    hostname: host,
    port,
    reusePort: false,
    maxRequestBodySize: 64 * 1024,
    fetch(request) {
      if (new URL(request.url).pathname === '/version') {
        return Response.json({ version, state: 'starting' }, { headers: { 'cache-control': 'no-store' } })
      }
      if (new URL(request.url).pathname === '/ready') {
        const headers = { 'cache-control': 'no-store' }
        return Response.json({ ready: false, reasons: ['starting'] }, { status: 503, headers })
      }
      if (isNavigation(request)) return startingPage(request)
      return Response.json(
        { error: 'ERR_STARTING', message: 'ERR_STARTING' },
        { status: 503, headers: { 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' } },
      )
    },
    error: () => new Response(null, { status: 400 }),
  })
}
