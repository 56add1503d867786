import type { Channel } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'
import { createLoop } from '../../kernel/job/loop'

export type OutboxSender = (
  contextOf: () => CompanyContext,
  connectionId: ConnectionId,
  channel: Channel,
  options: {
    wait(ms: number): Promise<void>
    onWake(listener: () => void): () => void
    onDelayed(ms: number): void
  },
) => Promise<'drained' | 'offline' | 'stuck'>

interface ConnectionOutboxOptions {
  connectionId: ConnectionId
  context(): CompanyContext
  sendOutbox: OutboxSender
  connectedChannel(): Channel | undefined
  onStuck(channel: Channel): void
  onFailure(message: string, error: unknown): void
}

const pauseMs = { offline: 5_000, stuck: 5_000 }
const idlePollMs = 30_000

export function createConnectionOutbox(options: ConnectionOutboxOptions) {
  const { connectionId, context, sendOutbox } = options
  const ending = Promise.withResolvers<void>()
  const loop = createLoop(send, (error) => options.onFailure('The outbox of a connection failed', error))

  /** Ends early with the connection. */
  const wait = (ms: number) => Promise.race([Bun.sleep(ms), ending.promise])

  async function send(): Promise<number | undefined> {
    const channel = options.connectedChannel()
    if (!channel) return undefined
    let nextMs = idlePollMs
    const onDelayed = (ms: number) => void (nextMs = Math.min(nextMs, ms))
    const outcome = await sendOutbox(context, connectionId, channel, { wait, onWake: loop.onWake, onDelayed })
    if (outcome === 'stuck') options.onStuck(channel)
    return outcome === 'drained' ? nextMs : pauseMs[outcome]
  }

  return {
    wake: loop.wake,
    end() {
      ending.resolve()
      return loop.end()
    },
  }
}
