import { type BinaryNode, type proto, DisconnectReason } from '@whiskeysockets/baileys'
import { ChannelError } from '../channel'
import type { Socket } from './socket.types'

type RelayOptions = Parameters<Socket['relayMessage']>[2]

interface Waiting {
  resolve(error: string | undefined): void
  reject(error: ChannelError): void
}

/** "slow down": a limit on new conversations, and too many requests. Trying again at once makes both worse. */
const limitCodes = new Set(['463', '429'])
/** The server knows other devices of the recipient than we do. */
const staleDevices = '479'

export type Deliveries = ReturnType<typeof createDeliveries>

/** Messages on their way, each until the server says it has it. `forgetDevices` has everybody's devices asked for anew. */
export function createDeliveries(ackTimeoutMs: number, forgetDevices: () => void) {
  const waiting = new Map<string, Waiting>()

  /** Waits for the server's word on a message: its error code, if it gave one. */
  function acknowledgement(id: string) {
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
    const own: Waiting = { resolve, reject }
    let timer: Timer | undefined
    waiting.set(id, own)
    // Whoever fails before waiting for it must not leave a rejection without a listener.
    promise.catch(() => {})
    return {
      promise,
      /** From now on the server has it and may not take for ever. */
      startClock() {
        timer = setTimeout(() => reject(new ChannelError('uncertain', 'The server did not confirm it')), ackTimeoutMs)
      },
      /** A later attempt under the same id waits for itself. */
      end() {
        clearTimeout(timer)
        if (waiting.get(id) === own) waiting.delete(id)
      },
    }
  }

  async function attempt(
    socket: Socket,
    jid: string,
    message: proto.IMessage,
    options: RelayOptions & { messageId: string },
  ) {
    const { promise, startClock, end } = acknowledgement(options.messageId)
    try {
      // Baileys may hang in a question of its own when the session is lost: then the loss is the answer.
      await Promise.race([socket.relayMessage(jid, message, options), promise])
      startClock()
      return await promise
    } catch (error) {
      throw relayError(error)
    } finally {
      end()
    }
  }

  return {
    isSending: (id: string) => waiting.has(id),
    see(node: BinaryNode) {
      if (node.tag !== 'ack' || node.attrs['class'] !== 'message') return
      waiting.get(node.attrs['id'] ?? '')?.resolve(node.attrs['error'])
    },
    /** The session is gone: what was handed over may have arrived. */
    lost() {
      for (const { reject } of [...waiting.values()]) {
        reject(new ChannelError('uncertain', 'The connection was lost before the server confirmed it'))
      }
    },
    /** Resolves when the server has it. @throws ChannelError */
    async deliver(socket: Socket, jid: string, message: proto.IMessage, options: RelayOptions & { messageId: string }) {
      let error = await attempt(socket, jid, message, options)
      if (error === staleDevices) {
        // Baileys heeds its own option for this in groups alone.
        forgetDevices()
        error = await attempt(socket, jid, message, options)
      }
      if (!error) return
      throw new ChannelError(limitCodes.has(error) ? 'limited' : 'refused', `${error}: WhatsApp refused the message`)
    },
  }
}

interface BoomLike {
  message?: string
  data?: unknown
  output?: { statusCode?: number }
}

const lineCodes = new Set<number>([
  DisconnectReason.connectionClosed,
  DisconnectReason.connectionLost,
  DisconnectReason.unavailableService,
])

/** Baileys writes the message last, so whatever fails before because the session is down has sent nothing. */
export function relayError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error
  const { message, data, output } = (error ?? {}) as BoomLike
  const text = message ?? String(error)
  if (output?.statusCode !== undefined && lineCodes.has(output.statusCode)) {
    return new ChannelError(text.includes('Timed Out') ? 'uncertain' : 'offline', text)
  }
  // The server's answer to a question on the way, such as a group one is no longer in.
  if (typeof data === 'number' && data >= 400 && data < 500) {
    return new ChannelError(limitCodes.has(String(data)) ? 'limited' : 'refused', `${data}: ${text}`)
  }
  return new ChannelError('uncertain', text)
}
