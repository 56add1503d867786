import { type BinaryNode, type proto, DisconnectReason, type WASocket } from '@whiskeysockets/baileys'
import { ChannelError } from '../../channel'
import type { MainThread } from '../line/main-thread'
import { objectOf } from '../../../kernel/untyped-json.contract'

type RelayOptions = Parameters<WASocket['relayMessage']>[2]

interface Waiting {
  resolve(error: string | undefined): void
  reject(error: ChannelError): void
}

/** The limit on new conversations, which leaves those that exist alone. */
const newConversationLimit = '463'
const newConversationWaitMs = 5_000
/** An immediate retry makes both worse. */
const limitCodes = new Set([newConversationLimit, '429'])
/** The recipient has other devices than we know. */
const staleDevices = '479'

export type Deliveries = ReturnType<typeof createDeliveries>

export function createDeliveries(
  { afterStored }: Pick<MainThread, 'afterStored'>,
  ackTimeoutMs: number,
  forgetDevices: () => void,
) {
  const waiting = new Map<string, Waiting>()

  async function attempt(
    socket: WASocket,
    jid: string,
    message: proto.IMessage,
    options: RelayOptions & { messageId: string },
  ) {
    const { promise, startClock, end } = awaitAcknowledgement(waiting, options.messageId, ackTimeoutMs)
    try {
      // Baileys may hang in one of its own requests when the session is lost.
      await Promise.race([socket.relayMessage(jid, message, options), promise])
      // Until then the message may be held back.
      afterStored(startClock)
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
    /** Messages in transit may have arrived. */
    lost() {
      for (const { reject } of [...waiting.values()]) {
        reject(new ChannelError('uncertain', 'The connection was lost before the server confirmed it'))
      }
    },
    /** Until the server accepts. @throws ChannelError */
    async deliver(
      socket: WASocket,
      jid: string,
      message: proto.IMessage,
      options: RelayOptions & { messageId: string },
    ) {
      let error = await attempt(socket, jid, message, options)
      if (error === staleDevices) {
        // Baileys respects its own option for this in groups only.
        forgetDevices()
        error = await attempt(socket, jid, message, options)
      }
      if (!error) return
      const waitMs = error === newConversationLimit ? newConversationWaitMs : undefined
      const reason = limitCodes.has(error) ? 'limited' : 'refused'
      throw new ChannelError(reason, `${error}: WhatsApp refused the message`, waitMs)
    },
  }
}

function awaitAcknowledgement(waiting: Map<string, Waiting>, id: string, timeoutMs: number) {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const own: Waiting = { resolve, reject }
  let timer: Timer | undefined
  waiting.set(id, own)
  // Prevents an unhandled rejection when the caller fails before it waits.
  promise.catch(() => {})
  return {
    promise,
    startClock() {
      if (waiting.get(id) !== own) return
      timer = setTimeout(() => reject(new ChannelError('uncertain', 'The server did not confirm it')), timeoutMs)
    },
    /** A later attempt under the same id has its own acknowledgement. */
    end() {
      clearTimeout(timer)
      if (waiting.get(id) === own) waiting.delete(id)
    },
  }
}

const sessionCodes = new Set<number>([
  DisconnectReason.connectionClosed,
  DisconnectReason.connectionLost,
  DisconnectReason.unavailableService,
])

/** Baileys writes the message last: an earlier failure sent nothing. */
export function relayError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error
  const { message, data, statusCode } = readBoom(error)
  const text = message ?? String(error)
  if (statusCode !== undefined && sessionCodes.has(statusCode)) {
    return new ChannelError(text.includes('Timed Out') ? 'uncertain' : 'offline', text)
  }
  // The server rejected a preparatory request, such as one about a group that we left.
  if (typeof data === 'number' && data >= 400 && data < 500) {
    return new ChannelError(limitCodes.has(String(data)) ? 'limited' : 'refused', `${data}: ${text}`)
  }
  return new ChannelError('uncertain', text)
}

export function readBoom(error: unknown) {
  const { message, data, output } = objectOf(error)
  const { statusCode } = objectOf(output)
  return {
    message: typeof message === 'string' ? message : undefined,
    data,
    statusCode: typeof statusCode === 'number' ? statusCode : undefined,
  }
}
