import { jidDecode, proto, type WASocket } from '@whiskeysockets/baileys'
import type { Log } from '../../../kernel/log'
import type { MainThread } from '../line/main-thread'
import type { AuthStore } from '../signal/auth-store'
import type { DueRequest, FiledKey, MissingNote, MissingRequest } from './payload'
import type { LineOptions } from '../whatsapp-options'

/** Each starts a new session. After this, only our own phone is asked. */
const authorAttemptsMax = 3
const firstAskDefaultMs = 10_000
const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType

interface MissingRequestsOptions {
  main: MainThread
  socket: WASocket
  store: Pick<AuthStore, 'creds'>
  options: Pick<LineOptions, 'firstAskMs'>
  log: Log
}

export type MissingRequests = ReturnType<typeof createMissingRequests>

/** From the author by a retry receipt, and from our own phone. Stored for the next session or process. */
export function createMissingRequests({ main, socket, store, options, log }: MissingRequestsOptions) {
  const firstMs = options.firstAskMs ?? firstAskDefaultMs
  const account = () => jidDecode(store.creds.me?.id)?.user
  let timer: Timer | undefined
  let asking = false
  let ended = false

  function schedule() {
    setTimer().catch((error: unknown) => {
      if (!ended) log.warn('WhatsApp: unreadable messages could not be looked up', { error })
    })
  }

  async function setTimer() {
    if (ended || asking) return
    const delayMs = await main.ask('missingDelayMs')
    if (ended || asking) return
    clearTimeout(timer)
    if (delayMs !== undefined) timer = setTimeout(ask, delayMs)
  }

  async function ask() {
    if (ended) return
    asking = true
    try {
      const due = await main.ask('takeMissing', firstMs)
      await sendRequests(socket, due.filter(isOurs))
    } catch (error) {
      if (!ended) log.warn('WhatsApp: could not ask for unreadable messages', { error })
    } finally {
      asking = false
      if (!ended) schedule()
    }
  }

  const resolve = (ids: readonly string[]) => main.tell('resolveMissing', ids)

  function isOurs({ key, account: receiver }: MissingRequest) {
    if (!receiver || receiver === account()) return true
    resolve([key.id])
    return false
  }

  return {
    schedule,
    file(note: MissingNote) {
      if (ended) return
      main.tell('noteMissing', { ...note, account: account(), firstMs })
      schedule()
    },
    resolve,
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
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
