import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompanyId } from './ids'

interface CurrentRequest {
  id: string
  company?: CompanyId
  /** What it started may go on for days, such as a connection. */
  isAnswered?: true
}

const current = new AsyncLocalStorage<CurrentRequest>()

export function currentRequest(): Readonly<CurrentRequest> | undefined {
  const request = current.getStore()
  return request?.isAnswered ? undefined : request
}

export function noteCompanyOfRequest(company: CompanyId) {
  const request = current.getStore()
  if (request) request.company = company
}

const header = 'x-request-id'
const acceptable = /^[\w.-]{1,128}$/
const ofProcess = crypto.randomUUID().slice(0, 8)
let requests = 0

type Answer = Response | undefined

/** Runs `handle` as a request with an id, the caller's if it sent an acceptable one, and returns it with the answer. */
export function runRequest(
  { headers }: Request,
  handle: () => Answer | Promise<Answer>,
  answered: (answer: Answer) => void = () => {},
): Answer | Promise<Answer> {
  const given = headers.get(header)
  const id = given !== null && acceptable.test(given) ? given : `${ofProcess}-${(++requests).toString(36)}`
  const request: CurrentRequest = { id }
  const end = (answer: Answer) => {
    request.isAnswered = true
    answer?.headers.set(header, id)
    answered(answer)
    return answer
  }
  const answer = current.run(request, handle)
  return answer instanceof Promise ? answer.then(end) : end(answer)
}
