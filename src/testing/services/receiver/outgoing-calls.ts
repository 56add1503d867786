import { afterEach } from 'bun:test'
import { createOutgoingCalls, type OutgoingCallsOptions } from '../../../kernel/outgoing/guarded-fetch'
import { OutgoingError } from '../../../kernel/outgoing/outgoing-error'
import { type Receiver, type Respond, startReceiver } from './raw-receiver'

/** Starts receivers that are stopped after each test of the file. */
export function receiversOfFile() {
  const receivers: Receiver[] = []
  afterEach(() => {
    for (const receiver of receivers.splice(0)) receiver.stop()
  })
  return async (respond: Respond, options?: Parameters<typeof startReceiver>[1]) => {
    const receiver = await startReceiver(respond, options)
    receivers.push(receiver)
    return receiver
  }
}

export const createGuardedFetch = (options: OutgoingCallsOptions) => createOutgoingCalls(options).of(1, 'webhook')

export const loopback = createGuardedFetch({ allow: ['127.0.0.1'] })

/** Creates a guarded fetch with its own name resolution, which counts the lookups. */
export function withNames(names: Record<string, string[]>, options: Partial<OutgoingCallsOptions> = {}) {
  const requested: string[] = []
  const resolve = async (host: string) => {
    requested.push(host)
    return names[host] ?? []
  }
  return { requested, call: createGuardedFetch({ allow: ['127.0.0.1'], resolve, ...options }) }
}

export async function reasonOf(call: Promise<unknown>) {
  try {
    await call
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return error.response ? `${error.reason} ${error.response.status}` : error.reason
  }
  return 'answered'
}
