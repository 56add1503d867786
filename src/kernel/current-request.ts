import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompanyGate } from './company/output-gate'
import { Refusal } from './errors'
import { completeHeaders } from './http/answer-headers'
import { clientAddress } from './http/edge/forwarded-headers'
import type { Forward } from './http/forward'
import type { CompanyId, UserId } from './ids'

interface CurrentRequest {
  id: string
  address: string
  company?: CompanyId
  user?: UserId
  mayWrite: boolean
  isForwardable: boolean
  /** What was read of its body before the company was known. */
  body?: string | Uint8Array<ArrayBuffer>
  /** A company that another node serves. */
  elsewhere?: CompanyId
  /** Companies whose writes its answer confirms. */
  writes?: Set<HeldCompany>
  /** What it started may go on for days, such as a connection. */
  isAnswered?: true
}

const current = new AsyncLocalStorage<CurrentRequest>()

export function currentRequest(): Readonly<CurrentRequest> | undefined {
  const request = current.getStore()
  return request?.isAnswered ? undefined : request
}

export function noteCompanyOfRequest(company: CompanyId, user?: UserId) {
  const request = current.getStore()
  if (request) Object.assign(request, { company, user })
}

/** Another node answers, unless the request was let in by the people of another company. */
export function noteElsewhere(company: CompanyId) {
  const request = current.getStore()
  if (request && (request.company ?? company) === company) request.elsewhere = company
}

export function keepBody<Body extends string | Uint8Array<ArrayBuffer>>(body: Body): Body {
  const request = current.getStore()
  if (request?.isForwardable) request.body = body
  return body
}

interface HeldCompany {
  readonly gate: CompanyGate | undefined
}

/** Its answer waits until what the company committed before is safe. */
export function noteWriteOfRequest(company: HeldCompany) {
  const request = current.getStore()
  if (request && !request.isAnswered) (request.writes ??= new Set()).add(company)
}

export function noteUseByRequest(company: HeldCompany) {
  if (current.getStore()?.mayWrite) noteWriteOfRequest(company)
}

function whenSafe({ writes }: CurrentRequest): Promise<unknown> | undefined {
  if (!writes) return undefined
  const waits = [...writes].flatMap(({ gate }) => gate?.durable() ?? [])
  return waits.length > 0 ? Promise.all(waits) : undefined
}

const header = 'x-request-id'
const acceptable = /^[\w.-]{1,128}$/
const ofProcess = crypto.randomUUID().slice(0, 8)
let requests = 0

type Answer = Response | undefined

/** Another node has taken over, which may not have what was written. */
function unconfirmed(error: unknown) {
  const { code, status } = error instanceof Refusal ? error : new Refusal('ERR_NOT_CONFIRMED')
  return Response.json({ error: code, message: code }, { status, headers: { 'cache-control': 'no-store' } })
}

const bytesOf = (body: string | Uint8Array<ArrayBuffer> | undefined) =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body

interface RequestOptions {
  answered?(answer: Answer): void
  forward?: Forward | undefined
}

/** Runs `handle` as a request with an id, the caller's if it sent an acceptable one, and returns it with the answer. */
export function runRequest(
  given: Request,
  handle: () => Answer | Promise<Answer>,
  { answered = () => {}, forward }: RequestOptions = {},
): Answer | Promise<Answer> {
  const { headers, method } = given
  const sent = headers.get(header)
  const id = sent !== null && acceptable.test(sent) ? sent : `${ofProcess}-${(++requests).toString(36)}`
  const request: CurrentRequest = {
    id,
    get address() {
      return clientAddress(given)
    },
    mayWrite: method !== 'GET' && method !== 'HEAD',
    isForwardable: forward !== undefined,
  }
  const end = (answer: Answer) => {
    request.isAnswered = true
    answer?.headers.set(header, id)
    if (answer) completeHeaders(given, answer)
    answered(answer)
    return answer
  }
  const endWhenSafe = (answer: Answer) => {
    const isWhole = request.body !== undefined || !given.bodyUsed
    if (forward && request.elsewhere !== undefined && isWhole)
      return forward(given, request.elsewhere, bytesOf(request.body)).then(end)
    const safe = whenSafe(request)
    return safe
      ? safe.then(
          () => end(answer),
          (error: unknown) => end(unconfirmed(error)),
        )
      : end(answer)
  }
  const answer = current.run(request, handle)
  return answer instanceof Promise ? answer.then(endWhenSafe) : endWhenSafe(answer)
}
