import { type BinaryNode, binaryNodeToString, encodeBinaryNode } from '@whiskeysockets/baileys'
import type { ServerWebSocket } from 'bun'
import { createFrameReader, type FrameReader, toFrame } from './frame-reader'
import type { NoiseTransport, PendingNoise } from './noise-session'
import type { RegistrationRequest } from './pairings'
import type { World } from './world'

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

/** The state of a web socket that just opened. */
export function createConnection(socket: ServerWebSocket<SocketData>): Connection {
  return {
    socket,
    readFrames: createFrameReader(),
    handshake: undefined,
    transport: undefined,
    handling: Promise.resolve(),
    replies: new Map(),
    registration: undefined,
    deviceKey: undefined,
    live: false,
    available: false,
    subscriptions: new Set(),
    muted: [],
    delayed: [],
    resent: new Map(),
    heldBack: undefined,
    closed: false,
  }
}

/** Sends a stanza, honouring the `silence` and `slow` switches. What it tells is on disk before it leaves. */
export function sendNode(world: World, connection: Connection, stanza: BinaryNode): void {
  if (connection.closed) return
  if (world.faults.silent) return void connection.muted.push(stanza)
  const { delayMs } = world.faults
  if (delayMs === 0 && connection.delayed.length === 0) return writeNode(world, connection, stanza)
  connection.delayed.push({ node: stanza, dueAt: Date.now() + delayMs })
  if (connection.delayed.length === 1) scheduleDelayed(world, connection)
}

function scheduleDelayed(world: World, connection: Connection): void {
  const next = connection.delayed[0]
  if (!next || connection.closed) return
  setTimeout(
    () => {
      connection.delayed.shift()
      writeNode(world, connection, next.node)
      scheduleDelayed(world, connection)
    },
    Math.max(0, next.dueAt - Date.now()),
  )
}

function writeNode(world: World, connection: Connection, stanza: BinaryNode): void {
  if (!connection.transport || connection.closed) return
  world.store.flush()
  world.options.onStanza?.('sent', binaryNodeToString(stanza))
  connection.socket.send(toFrame(connection.transport.encrypt(encodeBinaryNode(stanza))))
}

/** Sends a last stanza, past any switch that holds stanzas back, and closes the connection. */
export function endConnection(world: World, connection: Connection, lastStanza: BinaryNode): void {
  writeNode(world, connection, lastStanza)
  closeConnection(connection)
}

/** Sends what was held back while the server was silent. */
export function sendMuted(world: World, connection: Connection): void {
  for (const stanza of connection.muted.splice(0)) sendNode(world, connection, stanza)
}

/** Closes with the web socket's closing handshake. */
export function closeConnection(connection: Connection): void {
  if (connection.closed) return
  connection.closed = true
  connection.socket.close()
}

/** Cuts the connection without a closing handshake, as a network failure would. */
export function cutConnection(connection: Connection): void {
  if (connection.closed) return
  connection.closed = true
  connection.socket.terminate()
}
