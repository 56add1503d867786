import type { ChannelDriver } from '../../channel/channel-driver'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'
import { drainHistory } from '../history/drain-history'
import { hasHistoryNotices } from '../history/history-notices'
import { drainInbox, fileInbound, type Interpreter, nextInboundAtMs, receiveInbound } from '../inbox/inbox'
import { createLoop } from './loop'
import { isImportPaused } from '../history/message-import.queries'

interface ConnectionInboxOptions {
  connectionId: ConnectionId
  context(): CompanyContext
  normalise: ChannelDriver['normalise']
  interpreter: Interpreter
  /** Lets the session read the history whose notices were filed. */
  readHistory(): void
  onFailure(message: string, error: unknown): void
}

/** Files what a connection's sessions receive: new messages as they come, and the account's history. */
export function createConnectionInbox(options: ConnectionInboxOptions) {
  const { connectionId, context, normalise, interpreter, onFailure } = options
  /** Whether nothing else has been filed in this turn of the event loop. */
  let isAlone = true
  const inbox = createLoop(drain, (error) => onFailure('The inbox of a connection failed', error))
  const history = createLoop(fileHistory, (error) => onFailure('The past of a connection could not be filed', error))

  /** A single event is interpreted as it is filed; several are interpreted together, which costs less. */
  function file(payloads: readonly string[]) {
    const [payload, second] = payloads
    if (!payload) return
    if (isAlone && second === undefined) {
      isAlone = false
      setImmediate(() => (isAlone = true))
      if (receiveInbound(context(), connectionId, payload, options) === 'taken') return
    } else fileInbound(context(), connectionId, payloads)
    inbox.wake()
  }

  async function drain(): Promise<number | undefined> {
    const ctx = context()
    if (drainInbox(ctx, connectionId, options) > 0) {
      if (hasHistoryNotices(ctx, connectionId)) options.readHistory()
      return 0
    }
    const nextMs = nextInboundAtMs(ctx, connectionId)
    return nextMs === undefined ? undefined : Math.max(1, nextMs - ctx.now.getTime())
  }

  async function fileHistory() {
    if (isImportPaused(context(), connectionId)) return undefined
    return drainHistory(context(), connectionId, normalise, interpreter) ? 0 : undefined
  }

  /** Also goes on with an import that was paused. */
  function wake() {
    inbox.wake()
    history.wake()
    if (hasHistoryNotices(context(), connectionId)) options.readHistory()
  }

  inbox.wake()
  history.wake()
  return {
    file,
    wake,
    historyFiled: history.wake,
    async end() {
      await Promise.all([inbox.end(), history.end()])
    },
  }
}
