import { measureProcessor } from '../clock/processor-time'
import { messageEvent, receive } from '../conversation/inbound'
import { readApiCalls, withoutSigning } from './api-calls'
import { createWorld } from '../world/world'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'

/** Processor time. */
const slowMs = 2000

export interface RawRequest {
  method: string
  path: string
  body?: BodyInit
  headers?: Record<string, string>
}

export type LabelledRequest = [label: string, request: RawRequest]

/** A world with one open ticket, and what is needed to send invalid input to every call as Sofia, who may do most. */
export async function createHostileRequests() {
  const world = await createWorld()
  // Sofia changes all companies.
  world.noBystander()
  receive(world, 1, messageEvent({ text: 'Olá' }))
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  const calls = await readApiCalls(world.app)
  let token = ''

  const send = ({ method, path, body, headers = {} }: RawRequest) =>
    world.app.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: { accept: 'application/json', authorization: `Bearer ${token}`, ...headers },
        ...(body === undefined || method === 'GET' ? {} : { body }),
      }),
    )

  /** Returns what is wrong with the answer: a 5xx, an error without our shape, or too slow. Undefined if nothing is. */
  async function problemOf(request: RawRequest): Promise<string | undefined> {
    const processorMs = measureProcessor()
    const response = await send(request)
    const text = await response.text()
    const ms = processorMs()
    if (ms > slowMs) return `took ${Math.round(ms)} ms of the processor`
    if (response.status < 400) return undefined
    if (response.status >= 500) return `${response.status} ${text.slice(0, 100)}`
    return shapeProblem(text)
  }

  return {
    world,
    calls,
    swept: withoutSigning(calls),
    send,
    /** Signs Sofia in again before each call, because an earlier call may have changed what she may do. */
    async signIn() {
      token = (await world.as(world.sofia)).token ?? ''
    },
    async problemsOf(requests: Iterable<LabelledRequest>) {
      const problems = new Set<string>()
      for (const [label, request] of requests) {
        const problem = await problemOf(request)
        if (problem) problems.add(`${label}: ${problem}`)
      }
      return [...problems]
    },
  }
}

export type HostileRequests = Awaited<ReturnType<typeof createHostileRequests>>

/** Returns what is wrong with the text of an error answer; undefined if nothing is. */
export function shapeProblem(text: string) {
  try {
    const { error, message, fields = {} } = JSON.parse(text)
    const isShaped = /^ERR_[A-Z_]+$/.test(error) && typeof message === 'string' && typeof fields === 'object'
    const areWords = Object.values(fields).every((word) => typeof word === 'string')
    return isShaped && areWords ? undefined : `in no shape: ${text.slice(0, 200)}`
  } catch {
    return `no JSON: ${text.slice(0, 200)}`
  }
}

export const json = (value: unknown) => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})
