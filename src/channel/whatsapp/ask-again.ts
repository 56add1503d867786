import { proto } from '@whiskeysockets/baileys'
import {
  listDueMissing,
  type MissingMessage,
  nextMissingAtMs,
  postponeMissing,
  resolveMissing,
} from '../../connection/missing-messages'
import type { ChannelHost } from '../channel'
import type { Socket } from './socket.types'
import type { FiledKey } from './payload'

/** What it takes to ask for a message that could not be read. */
export interface AskAgainRequest {
  key: FiledKey
  /** Attributes of the stanza it came in, for asking its author. Without it only our own phone can be asked. */
  stanza?: { [name: string]: string }
  /** User of the account it came to: no other account can be asked for it. */
  account?: string
}

export const encodeRequest = (request: AskAgainRequest) => JSON.stringify(request)

/** How many are asked for at once. */
const batchMax = 50
/** Asking an author begins a new session with every try; after these only our own phone is asked, which has everything. */
const authorAttemptsMax = 3
const dayMs = 86_400_000
const pauseMsMax = 3_600_000

/** After Baileys' own first try, then ever more seldom, once a day in the end. */
export const firstAskDefaultMs = 10_000
const askAgainAfterMs = (attempts: number, firstMs: number) => Math.min(dayMs, firstMs * 4 ** (attempts + 1))

const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType

export interface AskAgainOptions {
  host: ChannelHost
  socket: Socket
  firstMs: number
  /** User of the account of this session. */
  account(): string | undefined
  onFailure(error: unknown): void
}

/**
 * Asks for messages that could not be read, over one session, until they come: their author by a retry receipt, our own phone
 * for its copy. What is missing is kept in the company's file, so that a new session or process goes on asking.
 */
export function createAskAgain({ host, socket, firstMs, account, onFailure }: AskAgainOptions) {
  const { connectionId } = host
  let timer: Timer | undefined
  let asking = false
  let ended = false

  /** To be called when something is missing, and when the session opens. */
  function schedule() {
    clearTimeout(timer)
    if (ended || asking) return
    const ctx = host.context()
    const nextMs = nextMissingAtMs(ctx, connectionId)
    if (nextMs === undefined) return
    timer = setTimeout(ask, Math.min(pauseMsMax, Math.max(0, nextMs - ctx.now.getTime())))
  }

  async function ask() {
    if (ended) return
    asking = true
    try {
      const due = listDueMissing(host.context(), connectionId, batchMax)
      // Postponed first: what fails on the way is asked for at the next time, not at once.
      const ctx = host.context()
      for (const { providerId, attempts } of due) {
        postponeMissing(ctx, connectionId, providerId, ctx.now.getTime() + askAgainAfterMs(attempts, firstMs))
      }
      if (due.length > 0) await askFor(due)
    } catch (error) {
      if (!ended) onFailure(error)
    } finally {
      asking = false
      if (!ended) schedule()
    }
  }

  async function askFor(due: MissingMessage[]) {
    const requests = due
      .map(({ request, attempts }) => ({ ...(JSON.parse(request) as AskAgainRequest), attempts }))
      .filter(isOurs)
    if (requests.length === 0) return
    for (const { stanza, attempts } of requests) {
      if (stanza && attempts < authorAttemptsMax) await socket.sendRetryRequest({ tag: 'message', attrs: stanza }, true)
    }
    await socket.sendPeerDataOperationMessage({
      placeholderMessageResendRequest: requests.map(({ key }) => ({ messageKey: messageKeyOf(key) })),
      peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
    })
  }

  /** What came to an account that this connection no longer has will not come. */
  function isOurs({ key, account: receiver }: AskAgainRequest) {
    if (!receiver || receiver === account()) return true
    const ctx = host.context()
    ctx.transaction(() => resolveMissing(ctx, connectionId, key.id))
    return false
  }

  return {
    schedule,
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}

const messageKeyOf = ({ remoteJid, id, fromMe, participant }: FiledKey) => ({
  remoteJid,
  id,
  fromMe,
  ...(participant ? { participant } : {}),
})
