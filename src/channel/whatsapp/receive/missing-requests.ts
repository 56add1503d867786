import { jidDecode, proto, type WASocket } from '@whiskeysockets/baileys'
import type { Log } from '../../../kernel/log'
import { readStored } from '../../../kernel/database/stored-json'
import { dayMs } from '../../../kernel/time/durations.contract'
import type { ChannelHost } from '../../channel-driver'
import type { AuthStore } from '../signal/auth-store'
import type { FiledKey } from './payload'
import type { WhatsAppOptions } from '../whatsapp-options'

interface MissingRequest {
  key: FiledKey
  /** Attributes of the stanza, needed to ask the author. Without them only our own phone can be asked. */
  stanza?: { [name: string]: string }
  /** The receiving account, which alone can ask. */
  account?: string
}

export interface MissingNote {
  payload?: string
  request: MissingRequest
}

const encodeRequest = (request: MissingRequest) => JSON.stringify(request)

const batchMax = 50
/** Each starts a new session. After this, only our own phone is asked. */
const authorAttemptsMax = 3
const pauseMsMax = 3_600_000

const firstAskDefaultMs = 10_000
const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType

interface MissingRequestsOptions {
  host: ChannelHost
  socket: WASocket
  store: Pick<AuthStore, 'creds'>
  options: Pick<WhatsAppOptions, 'firstAskMs'>
  log: Log
}

export type MissingRequests = ReturnType<typeof createMissingRequests>

/** From the author by a retry receipt, and from our own phone. Stored for the next session or process. */
export function createMissingRequests({ host, socket, store, options, log }: MissingRequestsOptions) {
  const firstMs = options.firstAskMs ?? firstAskDefaultMs
  const account = () => jidDecode(store.creds.me?.id)?.user
  let timer: Timer | undefined
  let asking = false
  let ended = false

  function schedule() {
    clearTimeout(timer)
    if (ended || asking) return
    const delayMs = delayToNext(host)
    if (delayMs !== undefined) timer = setTimeout(ask, delayMs)
  }

  async function ask() {
    if (ended) return
    asking = true
    try {
      await sendRequests(socket, takeDue(host, firstMs).filter(isOurs))
    } catch (error) {
      if (!ended) log.warn('WhatsApp: could not ask for unreadable messages', { error })
    } finally {
      asking = false
      if (!ended) schedule()
    }
  }

  function resolve(ids: readonly string[]) {
    const ctx = host.context()
    ctx.transaction(() => ids.forEach((id) => host.missing.resolve(id)))
  }

  function isOurs({ key, account: receiver }: MissingRequest) {
    if (!receiver || receiver === account()) return true
    resolve([key.id])
    return false
  }

  return {
    schedule,
    file(note: MissingNote) {
      if (ended) return
      fileMissing(host, note, { account: account(), firstMs })
      schedule()
    },
    resolve,
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}

function fileMissing(
  host: ChannelHost,
  { payload, request }: MissingNote,
  { account, firstMs }: { account: string | undefined; firstMs: number },
) {
  const ctx = host.context()
  ctx.transaction(() => {
    if (payload) host.file([payload])
    const complete = encodeRequest({ ...request, account })
    const retryAtMs = ctx.now.getTime() + firstMs
    host.missing.note({ providerId: request.key.id, request: complete, retryAtMs })
  })
}

function delayToNext({ context, missing }: ChannelHost) {
  const nextMs = missing.nextAtMs()
  return nextMs === undefined ? undefined : Math.min(pauseMsMax, Math.max(0, nextMs - context().now.getTime()))
}

type DueRequest = MissingRequest & { attempts: number }

function takeDue({ context, missing }: ChannelHost, firstMs: number): DueRequest[] {
  const nowMs = context().now.getTime()
  return missing.due(batchMax).map(({ providerId, attempts, request }) => {
    missing.postpone(providerId, nowMs + Math.min(dayMs, firstMs * 4 ** (attempts + 1)))
    return { ...readStored<MissingRequest>(request), attempts }
  })
}

async function sendRequests(socket: WASocket, requests: readonly DueRequest[]) {
  if (requests.length === 0) return
  for (const { stanza, attempts } of requests) {
    if (stanza && attempts < authorAttemptsMax) await socket.sendRetryRequest({ tag: 'message', attrs: stanza }, true)
  }
  await socket.sendPeerDataOperationMessage({
    placeholderMessageResendRequest: requests.map(({ key }) => ({ messageKey: messageKeyOf(key) })),
    peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
  })
}

const messageKeyOf = ({ remoteJid, id, fromMe, participant }: FiledKey) => ({
  remoteJid,
  id,
  fromMe,
  ...(participant ? { participant } : {}),
})
