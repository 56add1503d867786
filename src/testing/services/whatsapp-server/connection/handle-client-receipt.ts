import { type BinaryNode, extractE2ESessionFromRetryReceipt } from '@whiskeysockets/baileys'
import type { Connection } from './connection.types'
import { sendNode } from './connection'
import { isGroupJid, parseUserJid, phoneNumberJid } from '../jids'
import { acknowledge, deliver, mailboxOf } from '../message/mailbox'
import { answerMediaRetry } from '../media/media-retry'
import { allChildren, childrenOf, node, unixSeconds } from '../nodes'
import { jidOf, personByJid } from '../account/people'
import { phoneState } from '../account/phone-state'
import { noteReceipt } from '../phone/receipts-from-phone'
import { resendFromPhone } from '../phone/resend-from-phone'
import type { ReceiptKind } from '../whatsapp-server.types'
import type { Companion, Person } from '../account/server-records.types'
import { companionsOf, type World } from '../account/world'

const KINDS: Record<string, ReceiptKind | undefined> = {
  '': 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'played',
}

/** Handles a receipt of a linked device: acknowledges messages, notifies their author, or requests a retry. */
export async function handleClientReceipt(world: World, connection: Connection, stanza: BinaryNode): Promise<void> {
  const sender = world.companions.get(connection.deviceKey ?? '')
  if (!sender) return
  const { id, to, type, participant } = stanza.attrs
  sendNode(world, connection, node('ack', { class: 'receipt', id, from: to, participant, type }))
  if (type === 'server-error') return answerMediaRetry(world, sender, stanza)
  if (type === 'retry') {
    const waiting = () => mailboxOf(world, connection.deviceKey ?? '').get(`message/${id}`)
    const unreadable = waiting()
    await handleRetry(world, sender, stanza)
    // The client now rejects the unreadable copy with an id that also names the new one.
    if (id && unreadable && waiting() !== unreadable) connection.resent.set(id, (connection.resent.get(id) ?? 0) + 1)
    return
  }
  acknowledge(world, connection.deviceKey ?? '', stanza)

  const kind = KINDS[type ?? '']
  const author = personByJid(world, participant ?? to)
  if (kind && author && author.number !== sender.number) publishToAuthor(world, sender, author, kind, stanza)
}

function publishToAuthor(world: World, sender: Companion, author: Person, kind: ReceiptKind, stanza: BinaryNode): void {
  const from = phoneNumberJid(sender.number)
  for (const messageId of messageIds(stanza)) noteReceipt(world, author, { messageId, kind, from })

  const reader = world.people.get(sender.number)
  if (!reader) return
  const { id, to = '', type } = stanza.attrs
  const addressing = parseUserJid(stanza.attrs.participant ?? to)?.isLid ? 'lid' : 'pn'
  const routing = isGroupJid(to)
    ? { from: to, participant: jidOf(reader, addressing) }
    : { from: jidOf(reader, addressing) }
  const receipt = node('receipt', { ...routing, id, type, t: unixSeconds() }, stanza.content)
  for (const companion of companionsOf(world, author.number)) deliver(world, companion, receipt)
}

function messageIds(stanza: BinaryNode): string[] {
  const others = allChildren(stanza).flatMap((list) => childrenOf(list, 'item').map((item) => item.attrs.id ?? ''))
  return [stanza.attrs.id ?? '', ...others]
}

/** Has the author encrypt a message again: a simulated phone does it here, a linked device is asked. */
async function handleRetry(world: World, sender: Companion, stanza: BinaryNode): Promise<void> {
  const authorJid = stanza.attrs.participant ?? stanza.attrs.to
  const author = personByJid(world, authorJid)
  const device = parseUserJid(authorJid)?.device ?? 0
  const reader = world.people.get(sender.number)
  if (!author || !reader) return
  if (device === 0) {
    if (world.faults.ignoreRetries) return
    const bundle = extractE2ESessionFromRetryReceipt(stanza)
    return resendFromPhone(world, phoneState(world, author.number), sender, stanza.attrs.id ?? '', bundle)
  }
  const target = companionsOf(world, author.number).find((candidate) => candidate.device === device)
  const { id, to = '' } = stanza.attrs
  const readerJid = jidOf(reader, parseUserJid(authorJid)?.isLid ? 'lid' : 'pn', sender.device)
  const routing = isGroupJid(to) ? { from: to, participant: readerJid } : { from: readerJid }
  if (target)
    deliver(world, target, node('receipt', { ...routing, id, type: 'retry', t: unixSeconds() }, stanza.content))
}
