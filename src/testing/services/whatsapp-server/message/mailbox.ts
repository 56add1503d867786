import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from '../connection/connection.types'
import { sendNode } from '../connection/connection'
import { SERVER_JID } from '../jids'
import { allChildren, childrenOf, node, unixSeconds } from '../nodes'
import type { Collection } from '../account/state-store'
import type { Companion } from '../account/server-records.types'
import { deviceKey, nextStanzaId, type World } from '../account/world'

/** How many acknowledged stanzas of a device are remembered for `replay`. */
const REMEMBERED_STANZAS = 2000

/** Delivers a stanza to a linked device: now when it is connected, on its next login otherwise. */
export function deliver(world: World, companion: Companion, stanza: BinaryNode): void {
  const device = deviceKey(companion)
  mailboxOf(world, device).set(stanzaKey(stanza), stanza)
  const connection = world.connections.get(device)
  if (connection?.live) push(world, connection, stanza)
}

/** Sends the backlog of a device that just logged in, marked as offline and followed by its count. */
export function deliverBacklog(world: World, connection: Connection): void {
  const backlog = [...mailboxOf(world, connection.deviceKey ?? '').values()]
  const counts = { message: 0, receipt: 0, notification: 0, call: 0 }
  for (const stanza of backlog) counts[stanza.tag as keyof typeof counts] += 1
  if (backlog.length > 0) {
    sendNode(world, connection, serverInfo('offline_preview', { count: backlog.length, ...counts }))
  }
  for (const stanza of backlog) {
    sendNode(world, connection, { ...stanza, attrs: { ...stanza.attrs, offline: '0' } })
  }
  connection.live = true
  sendNode(world, connection, serverInfo('dirty', { type: 'account_sync', timestamp: unixSeconds() }))
  sendNode(world, connection, serverInfo('offline', { count: backlog.length }))
}

function serverInfo(tag: string, attributes: Record<string, string | number>): BinaryNode {
  return node('ib', { from: SERVER_JID }, [node(tag, attributes)])
}

/** Handles an `ack` or acknowledging `receipt` of a client, so that its stanzas are not delivered again. */
export function acknowledge(world: World, device: string, stanza: BinaryNode): void {
  const mailbox = mailboxOf(world, device)
  for (const key of acknowledgedKeys(stanza)) {
    const acknowledged = mailbox.get(key)
    if (!acknowledged) continue
    mailbox.delete(key)
    const remembered = world.acknowledged.get(device) ?? []
    remembered.push(acknowledged)
    if (remembered.length > REMEMBERED_STANZAS) remembered.shift()
    world.acknowledged.set(device, remembered)
  }
  world.watch.changed()
}

/** Delivers every remembered stanza of a device again, as a server that lost its acknowledgements would. */
export function redeliverAcknowledged(world: World, companion: Companion): number {
  const device = deviceKey(companion)
  const remembered = (world.acknowledged.get(device) ?? []).filter((stanza) => stanza.tag === 'message')
  world.acknowledged.set(device, [])
  for (const stanza of remembered) deliver(world, companion, stanza)
  return remembered.length
}

/** Releases the message that the `reorder` switch holds back. */
export function releaseHeldBack(world: World, connection: Connection): void {
  const held = connection.heldBack
  connection.heldBack = undefined
  if (held) sendNode(world, connection, held)
}

/** Stanzas that a device has not acknowledged, oldest first, by the key of their acknowledgement (see `stanzaKey`). */
export function mailboxOf(world: World, device: string): Collection<BinaryNode> {
  const open = world.mailboxes.get(device)
  if (open) return open
  const mailbox = world.store.collection<BinaryNode>(`mailbox/${device}`)
  world.mailboxes.set(device, mailbox)
  return mailbox
}

export function askForPreKeys(world: World, companion: Companion): void {
  const attributes = { from: SERVER_JID, type: 'encrypt', id: nextStanzaId(world), t: unixSeconds() }
  deliver(world, companion, node('notification', attributes, [node('count', { value: companion.preKeys.length })]))
}

function push(world: World, connection: Connection, stanza: BinaryNode): void {
  if (world.faults.reorder && stanza.tag === 'message' && !connection.heldBack) {
    connection.heldBack = stanza
    return
  }
  sendNode(world, connection, stanza)
  releaseHeldBack(world, connection)
}

/** Receipts about the same message differ by who sent them and by type; everything else is known by its id. */
function stanzaKey(stanza: BinaryNode): string {
  const { id, from, participant, type } = stanza.attrs
  if (stanza.tag !== 'receipt') return `${stanza.tag}/${id}`
  return `receipt/${id}/${from}/${participant ?? ''}/${type ?? ''}`
}

function acknowledgedKeys(stanza: BinaryNode): string[] {
  const { id, to, participant, type } = stanza.attrs
  if (stanza.tag === 'receipt') {
    const others = allChildren(stanza).flatMap((list) => childrenOf(list, 'item').map((item) => item.attrs.id))
    return [id, ...others].map((messageId) => `message/${messageId}`)
  }
  if (stanza.attrs.class !== 'receipt') return [`${stanza.attrs.class}/${id}`]
  return [`receipt/${id}/${to}/${participant ?? ''}/${type ?? ''}`]
}
