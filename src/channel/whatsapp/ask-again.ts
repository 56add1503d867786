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

/** The data needed to request a message that could not be read. */
export interface AskAgainRequest {
  key: FiledKey
  /** Attributes of the stanza, needed to ask the author. Without them only our own phone can be asked. */
  stanza?: { [name: string]: string }
  /** The receiving account; only this account can request the message. */
  account?: string
}

export const encodeRequest = (request: AskAgainRequest) => JSON.stringify(request)

/** Limit of messages requested at once. */
const batchMax = 50
/**
 * Every request to an author starts a new session. After this many, only our own phone is asked, which has all
 * messages.
 */
const authorAttemptsMax = 3
const dayMs = 86_400_000
const pauseMsMax = 3_600_000

/** Delay after Baileys' own first request. Later delays grow up to a day. */
export const firstAskDefaultMs = 10_000
const askAgainAfterMs = (attempts: number, firstMs: number) => Math.min(dayMs, firstMs * 4 ** (attempts + 1))

const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType

export interface AskAgainOptions {
  host: ChannelHost
  socket: Socket
  firstMs: number
  account(): string | undefined
  onFailure(error: unknown): void
}

/**
 * Requests unreadable messages over one session until they arrive: from their author by a retry receipt, and from our
 * own phone. Missing messages are stored in the company's file, so that a new session or process continues.
 */
export function createAskAgain({ host, socket, firstMs, account, onFailure }: AskAgainOptions) {
  const { connectionId } = host
  let timer: Timer | undefined
  let asking = false
  let ended = false

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
      // Postpones first: a request that fails is repeated at the next time, not at once.
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

  /** Messages to an account that this connection no longer uses will not arrive. */
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
