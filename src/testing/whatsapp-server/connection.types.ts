import type { BinaryNode } from '@whiskeysockets/baileys'
import type { ServerWebSocket } from 'bun'
import type { FrameReader } from './frame-reader'
import type { NoiseTransport, PendingNoise } from './noise-session'
import type { Companion } from './server-records.types'

/** The first half of pairing with a code: the client's ephemeral key, locked with the code. */
export interface LinkCodeHello {
  ref: Buffer
  lockedCompanionKey: Buffer
}

/** Keys an unregistered client introduced itself with. */
export interface RegistrationRequest {
  noiseKey: Buffer
  identityKey: Buffer
  registrationId: number
  signedPreKey: Companion['signedPreKey']
  refs: string[]
  wantsFullHistory: boolean
  linkCodeHello?: LinkCodeHello
  /** Hands the client's `companion_finish` to the phone that waits for it. */
  onCompanionFinish?: (wrappedKeyBundle: Buffer) => void
}

/** What Bun keeps with each web socket. */
export interface SocketData {
  connection?: Connection
}

/** One web socket of a client, from handshake to close. */
export interface Connection {
  socket: ServerWebSocket<SocketData>
  readFrames: FrameReader
  /** Handshake waiting for the client's second message. */
  handshake: PendingNoise | undefined
  transport: NoiseTransport | undefined
  /** Stanzas are handled one after the other, in arrival order. */
  handling: Promise<void>
  /** Who waits for the client's answer to an iq of ours, by iq id. */
  replies: Map<string, (reply: BinaryNode) => void>
  /** Present while an unregistered client waits to be paired. */
  registration: RegistrationRequest | undefined
  /** Device key after login. */
  deviceKey: string | undefined
  /** True once the offline backlog went out: from then on stanzas go straight through. */
  live: boolean
  /** The client declared itself online. */
  available: boolean
  /** Jids whose presence the client asked for. */
  subscriptions: Set<string>
  /** Stanzas held back by the `silence` switch. */
  muted: BinaryNode[]
  /** Stanzas held back by the `slow` switch. */
  delayed: { node: BinaryNode; dueAt: number }[]
  /** Messages the client asked for again and got: its refusal of the copy it could not read is still to come. */
  resent: Map<string, number>
  /** A message held back by the `reorder` switch. */
  heldBack: BinaryNode | undefined
  closed: boolean
}
