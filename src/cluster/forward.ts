import { createHmac } from 'node:crypto'
import { isSameSecret } from '../kernel/config/sealed-secret'
import { errorCode, errorStatus, type ErrorCode } from '../kernel/errors'
import { clientAddress, isSecureRequest, requestedHost } from '../kernel/http/edge/forwarded-headers'
import type { Forward } from '../kernel/http/forward'
import { unavailableAnswer } from '../host/unavailable-answer'
import type { CompanyId } from '../kernel/ids'
import { isNavigation } from '../page/is-navigation'
import type { Clock } from '../kernel/time/clock'

/** `<node> <ms> <mac>`, sent by one node to another. */
const stampHeader = 'x-recado-node'
const stampMsMax = 30_000
const retryAfterSeconds = 2
const cookieSeconds = 30 * 86_400
/** Of the connection between client and this node (RFC 9110, section 7.6.1), and what `fetch` sets itself. */
const hopHeaders = [
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
]

interface ForwardOptions {
  node: string
  secret: Buffer
  clock: Clock
  /** The node that serves the company; undefined while none does, or this one. */
  ownerOf(companyId: CompanyId): { node: string; url: string } | undefined
}

export function createForwarding({ node, secret, clock, ownerOf }: ForwardOptions) {
  const macOf = (request: Request, from: string, atMs: number) => {
    const { pathname, search } = new URL(request.url)
    const facts = [from, atMs, request.method, pathname + search]
    const client = [clientAddress(request), String(isSecureRequest(request)), requestedHost(request)]
    return createHmac('sha256', secret)
      .update([...facts, ...client].join('\n'))
      .digest('base64url')
  }

  /** Whether another node sent it, whose X-Forwarded-* headers hold what it verified. */
  function isFromNode(request: Request) {
    const [from, ms, mac] = request.headers.get(stampHeader)?.split(' ') ?? []
    if (!from || !ms || !mac || Math.abs(clock.now().getTime() - Number(ms)) > stampMsMax) return false
    return isSameSecret(mac, macOf(request, from, Number(ms)))
  }

  function headersFor(request: Request) {
    const headers = new Headers(request.headers)
    for (const name of hopHeaders) headers.delete(name)
    headers.set('x-forwarded-host', requestedHost(request))
    const atMs = clock.now().getTime()
    const stamped = new Request(request.url, { method: request.method, headers })
    headers.set(stampHeader, `${node} ${atMs} ${macOf(stamped, node, atMs)}`)
    return headers
  }

  const forward: Forward = async (request, companyId, body) => {
    const owner = isFromNode(request) ? undefined : ownerOf(companyId)
    if (owner === undefined) return refused(request, 'ERR_COMPANY_ELSEWHERE')
    const { pathname, search } = new URL(request.url)
    try {
      const answer = await fetch(owner.url + pathname + search, {
        method: request.method,
        headers: headersFor(request),
        body: body ?? request.body,
        redirect: 'manual',
        signal: request.signal,
        decompress: false,
      })
      const passed = new Response(answer.body, answer)
      passed.headers.append('set-cookie', cookieOf(request, owner.node))
      return passed
    } catch (error) {
      const wasSent = errorCode(error) !== 'ECONNREFUSED' && !['GET', 'HEAD'].includes(request.method)
      return refused(request, wasSent ? 'ERR_NOT_CONFIRMED' : 'ERR_COMPANY_ELSEWHERE')
    }
  }

  return { forward, isFromNode }
}

/** Leads the load balancer to the company's node the next time. */
function cookieOf(request: Request, node: string) {
  const secure = isSecureRequest(request) ? '; Secure' : ''
  return `recado_node=${node}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`
}

function refused(request: Request, code: ErrorCode): Response | Promise<Response> {
  if (isNavigation(request)) return unavailableAnswer(request)
  return Response.json(
    { error: code, message: code },
    {
      status: errorStatus[code],
      headers: { 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' },
    },
  )
}
