import type { BinaryNode } from '@whiskeysockets/baileys'
import type { ServerWebSocket } from 'bun'
import type { FrameReader } from './frame-reader'
import type { NoiseTransport, PendingNoise } from './noise-session'
import type { Companion } from '../account/server-records.types'

/** The first half of pairing with a code: the client's ephemeral key, locked with the code. */
interface LinkCodeHello {
  ref: Buffer
  lockedCompanionKey: Buffer
}

export interface RegistrationRequest {
  noiseKey: Buffer
  identityKey: Buffer
  registrationId: number
  signedPreKey: Companion['signedPreKey']
  refs: string[]
  wantsFullHistory: boolean
  linkCodeHello?: LinkCodeHello
  onCompanionFinish?: (wrappedKeyBundle: Buffer) => void
}

export interface SocketData {
  connection?: Connection
}

export interface Connection {
  socket: ServerWebSocket<SocketData>
  readFrames: FrameReader
  handshake: PendingNoise | undefined
  transport: NoiseTransport | undefined
  /** Stanzas are handled in sequence, in order of arrival. */
  handling: Promise<void>
  /** Callbacks for the client's answers to our iqs, by iq id. */
  replies: Map<string, (reply: BinaryNode) => void>
  /** Set while an unregistered client waits to be paired. */
  registration: RegistrationRequest | undefined
  /** Device key after login. */
  deviceKey: string | undefined
  /** Set once the offline backlog was sent; stanzas are then sent directly. */
  live: boolean
  available: boolean
  /** Jids whose presence the client asked for. */
  subscriptions: Set<string>
  muted: BinaryNode[]
  delayed: { node: BinaryNode; dueAt: number }[]
  /** Messages that the client requested again and received; its rejection of the unreadable copy is still pending. */
  resent: Map<string, number>
  heldBack: BinaryNode | undefined
  closed: boolean
}
