import type { SocketData, Connection } from './connection.types'
import { type BinaryNode, binaryNodeToString, encodeBinaryNode } from '@whiskeysockets/baileys'
import type { ServerWebSocket } from 'bun'
import { createFrameReader, toFrame } from './frame-reader'
import type { World } from '../account/world'

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

/** Sends a stanza, respecting the `silence` and `slow` switches. State is flushed to disk before it is sent. */
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

/** Sends a last stanza, bypassing all switches, and closes the connection. */
export function endConnection(world: World, connection: Connection, lastStanza: BinaryNode): void {
  writeNode(world, connection, lastStanza)
  closeConnection(connection)
}

export function sendMuted(world: World, connection: Connection): void {
  for (const stanza of connection.muted.splice(0)) sendNode(world, connection, stanza)
}

export function closeConnection(connection: Connection): void {
  if (connection.closed) return
  connection.closed = true
  connection.socket.close()
}

/** Cuts the connection without a closing handshake, like a network failure. */
export function cutConnection(connection: Connection): void {
  if (connection.closed) return
  connection.closed = true
  connection.socket.terminate()
}
