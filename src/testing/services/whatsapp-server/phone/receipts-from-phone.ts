import { type BinaryNode, encodeBigEndian, KEY_BUNDLE_TYPE } from '@whiskeysockets/baileys'
import { isGroupJid, parseUserJid, phoneNumberJid } from '../jids'
import { bundleNodes } from '../answer/key-bundle-nodes'
import { takeKeyBundle } from '../answer/key-bundles'
import { deliver } from '../message/mailbox'
import { node, unixSeconds } from '../nodes'
import { jidOf, personByJid } from '../account/people'
import type { PhoneState } from '../account/phone-state.types'
import { phoneState } from '../account/phone-state'
import type { ChatMessage, ReceiptKind } from '../whatsapp-server.types'
import type { Companion, Person } from '../account/server-records.types'
import { companionsOf, type World } from '../account/world'

export function sendDeliveryReceipt(world: World, author: Companion, stanza: BinaryNode, delivery: Delivery): void {
  if (!delivery.person.sendsDeliveryReceipts || stanza.attrs.category === 'peer') return
  const routing = routingOf(world, delivery.person, stanza.attrs.to ?? '')
  const receipt = node('receipt', { ...routing, id: stanza.attrs.id, t: unixSeconds() })
  for (const companion of companionsOf(world, author.number)) deliver(world, companion, receipt)
}

export function sendReceipts(
  world: World,
  phone: PhoneState,
  kind: ReceiptKind,
  messages: readonly ChatMessage[],
): void {
  const reader = world.people.get(phone.number)
  if (!reader) return
  for (const message of messages) {
    if (message.fromMe) continue
    const author = personByJid(world, message.from)
    if (!author) continue
    const type = kind === 'delivered' ? undefined : kind
    const receipt = node('receipt', {
      ...routingOf(world, reader, message.addressedTo),
      id: message.id,
      type,
      t: unixSeconds(),
    })
    for (const companion of companionsOf(world, author.number)) deliver(world, companion, receipt)
    noteReceipt(world, author, { messageId: message.id, kind, from: phoneNumberJid(reader.number) })
    if (kind === 'read') notifyOwnDevices(world, reader, message)
  }
  world.store.flush()
}

function notifyOwnDevices(world: World, reader: Person, message: ChatMessage): void {
  const isGroup = isGroupJid(message.chat)
  const attributes = isGroup
    ? { from: message.chat, participant: phoneNumberJid(reader.number) }
    : { from: phoneNumberJid(reader.number), recipient: message.from }
  const receipt = node('receipt', { ...attributes, id: message.id, type: 'read-self', t: unixSeconds() })
  for (const companion of companionsOf(world, reader.number)) deliver(world, companion, receipt)
}

export function noteReceipt(
  world: World,
  author: Person,
  receipt: { messageId: string; kind: ReceiptKind; from: string },
): void {
  phoneState(world, author.number).receipts.push(receipt)
  world.watch.changed()
}

/** Asks the author to encrypt a message again, handing over fresh keys for a new session. */
export function askForRetry(
  world: World,
  phone: PhoneState,
  author: Companion,
  stanza: BinaryNode,
  delivery: Delivery,
): void {
  const keys = takeKeyBundle(world, phoneNumberJid(phone.number))
  if (!keys) return
  const { id } = stanza.attrs
  const t = unixSeconds()
  const content = [
    node('retry', { count: 1, id, t, v: 1 }),
    node('registration', {}, encodeBigEndian(keys.registrationId)),
    node('keys', {}, [node('type', {}, KEY_BUNDLE_TYPE), ...bundleNodes(keys)]),
  ]
  const routing = routingOf(world, delivery.person, stanza.attrs.to ?? '')
  const ownPhone = phone.number === author.number ? { recipient: stanza.attrs.to } : {}
  deliver(world, author, node('receipt', { ...routing, ...ownPhone, id, type: 'retry', t }, content))
}

/** Returns the sender of a receipt: the identity that the author addressed, or a participant of the group. */
function routingOf(world: World, reader: Person, addressedTo: string) {
  if (isGroupJid(addressedTo)) {
    const addressing = world.groups.get(addressedTo)?.addressing ?? 'lid'
    return { from: addressedTo, participant: jidOf(reader, addressing) }
  }
  return { from: jidOf(reader, parseUserJid(addressedTo)?.isLid ? 'lid' : 'pn') }
}

export interface Delivery {
  person: Person
  device: number
  /** Jid the sender used for it. */
  jid: string
  encs: BinaryNode[]
}
