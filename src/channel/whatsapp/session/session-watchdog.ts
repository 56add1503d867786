import { type BinaryNode, getBinaryNodeChild, type WASocket } from '@whiskeysockets/baileys'
import type { Log } from '../../../kernel/log'
import { askForMessages, terminateSocket } from './open-socket'
import type { StanzaFiling } from './stanza-filing'
import type { LineOptions } from '../whatsapp-options'

/** Web socket and handshake, while hundreds of sessions begin. */
const connectDefaultMs = 40_000
const stuckDefaultMs = 60_000
const checkEveryMs = 15_000
const backlogDefaultMs = 5_000

interface SessionWatchdogOptions {
  socket: WASocket
  stanzas: StanzaFiling
  options: LineOptions
  log: Log
}

/** Silent, or healthy without receiving: a new session clears what blocks it. */
export function createSessionWatchdog({ socket, stanzas, options, log }: SessionWatchdogOptions) {
  let hasBacklog = false
  let hasEnded = false
  let backlogTimer: Timer | undefined
  const stuckTimer = setInterval(endIfStuck, checkEveryMs)
  const connectTimer = setTimeout(giveUp, options.connectMs ?? connectDefaultMs)
  socket.ws.once('frame', () => clearTimeout(connectTimer))
  socket.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (frame instanceof Uint8Array) return
    if (frame.tag === 'ib' && getBinaryNodeChild(frame, 'offline')) hasBacklog = true
  })

  function giveUp() {
    log.warn('WhatsApp: the server does not answer; the session is reopened')
    terminateSocket(socket)
  }

  function endIfStuck() {
    const since = stanzas.waitingSinceMs()
    if (since === undefined || Date.now() - since < (options.stuckAfterMs ?? stuckDefaultMs)) return
    log.warn('WhatsApp: received messages are stuck; the session is reopened')
    terminateSocket(socket)
  }

  async function requestMessages() {
    if (hasEnded || hasBacklog) return
    try {
      await askForMessages(socket)
    } catch (error) {
      if (hasEnded) return
      log.warn('WhatsApp: the session receives no messages and is reopened', { error })
      terminateSocket(socket)
    }
  }

  return {
    expectBacklog() {
      backlogTimer = setTimeout(requestMessages, options.backlogMs ?? backlogDefaultMs)
    },
    end() {
      hasEnded = true
      clearInterval(stuckTimer)
      clearTimeout(connectTimer)
      clearTimeout(backlogTimer)
    },
  }
}
