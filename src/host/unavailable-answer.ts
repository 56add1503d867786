import { isNavigation } from '../page/is-navigation'
import { startingPage } from '../page/starting-page'

const retryAfterSeconds = 2

/** While a process waits for the data folder or stops. The page asks again by itself. */
export function unavailableAnswer(request: Request): Response | Promise<Response> {
  if (isNavigation(request)) return startingPage(request)
  return Response.json(
    { error: 'ERR_STARTING', message: 'ERR_STARTING' },
    { status: 503, headers: { 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' } },
  )
}
