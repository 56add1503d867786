import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { keepNewest } from '../../kernel/keep-newest.contract'
import { retried } from '../nats/retried'

type Handler = (given: unknown) => unknown

export type OwnerCalls = ReturnType<typeof createOwnerCalls>

const subject = 'recado.business'
const answerMsMax = 5_000
const answersKept = 10_000

interface Call {
  id: string
  kind: string
  given: unknown
}

type Answer = { result?: unknown } | { failed: string }

export function createOwnerCalls(connection: NatsConnection) {
  const handlers = new Map<string, Handler>()
  /** By call: whoever asks again did not hear the answer. */
  const answers = new Map<string, Promise<Answer>>()
  let subscription: Subscription | undefined
  let isStopped = false

  async function handle({ kind, given }: Call): Promise<Answer> {
    try {
      return { result: await handlers.get(kind)?.(given) }
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) }
    }
  }

  function answer(call: Call) {
    const known = answers.get(call.id)
    if (known) return known
    const answering = handle(call)
    answers.set(call.id, answering)
    keepNewest(answers, answersKept)
    return answering
  }

  async function askOnce(call: Call): Promise<Answer> {
    // It may be this node by now.
    if (subscription) return answer(call)
    const message = await connection.request(subject, JSON.stringify(call), { timeout: answerMsMax })
    return message.json<Answer>()
  }

  return {
    handle: (kind: string, handler: Handler) => void handlers.set(kind, handler),
    /** Asks until it is answered, whichever node owns the business by then. @throws Error what the owner threw */
    async ask(kind: string, given: unknown): Promise<unknown> {
      const call = { id: crypto.randomUUID(), kind, given }
      const found = await retried(() => askOnce(call), {
        onFailure(error) {
          if (isStopped) throw error
        },
      })
      if ('failed' in found) throw new Error(found.failed)
      return found.result
    },
    /** This node owns the business. */
    begin() {
      subscription ??= connection.subscribe(subject, {
        callback: (_error, message) =>
          void answer(message.json<Call>()).then((found) => message.respond(JSON.stringify(found))),
      })
    },
    end() {
      subscription?.unsubscribe()
      subscription = undefined
    },
    stop() {
      isStopped = true
      subscription?.unsubscribe()
    },
  }
}
