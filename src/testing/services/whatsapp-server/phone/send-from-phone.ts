import { type BinaryNode, encodeWAMessage, proto } from '@whiskeysockets/baileys'
import { isGroupJid, lidJid, phoneNumberJid } from '../jids'
import { takeKeyBundle } from '../answer/key-bundles'
import { deliver } from '../message/mailbox'
import { phoneMessageId } from '../message/message-id'
import { editTypeOf, mediaTypeOf, stanzaTypeOf } from '../message/message-kind'
import { node, unixSeconds } from '../nodes'
import { jidOf, personByJid } from '../account/people'
import type { PhoneState } from '../account/phone-state.types'
import { describeMessage, keepMessage, phoneState } from '../account/phone-state'
import { acceptsFrom, isMember, requireGroup } from '../failure/server-rules'
import { type Ciphertext, encryptFor, encryptForGroup, hasSession, openSession } from '../signal/signal-crypto'
import type { Addressing, ChatMessage, SendOptions } from '../whatsapp-server.types'
import type { Companion, GroupRecord, Person } from '../account/server-records.types'
import { companionsOf, deviceKey, type World } from '../account/world'

interface Outgoing {
  id: string
  at: number
  addressing: Addressing
  content: proto.IMessage
}

/** Sends a message from a simulated phone; sends of the same phone keep their order. */
export function sendFromPhone(
  world: World,
  phone: PhoneState,
  to: string,
  content: proto.IMessage,
  options: SendOptions = {},
): Promise<ChatMessage> {
  const sent = phone.sending.then(() => sendNow(world, phone, to, content, options))
  phone.sending = sent.catch(() => undefined)
  return sent
}

async function sendNow(
  world: World,
  phone: PhoneState,
  to: string,
  content: proto.IMessage,
  options: SendOptions,
): Promise<ChatMessage> {
  const author = ownerOf(world, phone)
  const outgoing: Outgoing = {
    id: options.id ?? phoneMessageId(),
    at: options.at ?? Date.now(),
    addressing: options.addressing ?? author.addressing,
    content,
  }
  const message = describeMessage({
    id: outgoing.id,
    chat: canonicalChat(world, to),
    from: phoneNumberJid(author.number),
    fromMe: true,
    at: outgoing.at,
    message: content,
    addressedTo: to,
    addressing: outgoing.addressing,
  })
  keepMessage(phone, message)
  if (isGroupJid(to)) await sendToGroup(world, phone, author, requireGroup(world, to), outgoing, message)
  else await sendToPerson(world, phone, author, to, outgoing, message)
  world.store.flush()
  world.watch.changed()
  return message
}

async function sendToPerson(
  world: World,
  phone: PhoneState,
  author: Person,
  to: string,
  outgoing: Outgoing,
  message: ChatMessage,
): Promise<void> {
  const recipient = personByJid(world, to)
  if (!recipient) throw new Error(`Nobody on this server has ${to}`)
  for (const companion of companionsOf(world, author.number)) {
    await copyToOwnDevice(world, phone, companion, recipient, outgoing)
  }
  if (recipient.number === author.number || !acceptsFrom(recipient, author)) return
  const received = { ...message, fromMe: false, chat: message.from, addressedTo: jidOf(recipient) }
  keepMessage(phoneState(world, recipient.number), received)
  for (const companion of companionsOf(world, recipient.number)) {
    await sendToDevice(world, phone, companion, outgoing)
  }
}

export async function sendToDevice(
  world: World,
  phone: PhoneState,
  companion: Companion,
  outgoing: Outgoing,
): Promise<void> {
  const author = ownerOf(world, phone)
  const ciphertext = await encryptForCompanion(world, phone, companion, outgoing.content)
  const isLid = outgoing.addressing === 'lid'
  const attributes = {
    ...stanzaAttributes(author, outgoing),
    from: jidOf(author, outgoing.addressing),
    sender_lid: isLid ? undefined : lidJid(author.lidUser),
    sender_pn: isLid ? phoneNumberJid(author.number) : undefined,
  }
  deliver(world, companion, node('message', attributes, [encNode(ciphertext, outgoing.content)]))
}

export async function copyToOwnDevice(
  world: World,
  phone: PhoneState,
  companion: Companion,
  recipient: Person,
  outgoing: Outgoing,
): Promise<void> {
  const author = ownerOf(world, phone)
  const isLid = outgoing.addressing === 'lid'
  const destinationJid = jidOf(recipient, outgoing.addressing)
  const wrapped: proto.IMessage = { deviceSentMessage: { destinationJid, message: outgoing.content } }
  const ciphertext = await encryptForCompanion(world, phone, companion, wrapped)
  const attributes = {
    ...stanzaAttributes(author, outgoing),
    from: jidOf(author, outgoing.addressing),
    recipient: destinationJid,
    peer_recipient_lid: isLid ? undefined : lidJid(recipient.lidUser),
    peer_recipient_pn: isLid ? phoneNumberJid(recipient.number) : undefined,
  }
  deliver(world, companion, node('message', attributes, [encNode(ciphertext, outgoing.content)]))
}

async function sendToGroup(
  world: World,
  phone: PhoneState,
  author: Person,
  group: GroupRecord,
  outgoing: Outgoing,
  message: ChatMessage,
): Promise<void> {
  if (!isMember(group, author.number)) throw new Error(`${author.number} is not in ${group.jid}`)
  const padded = encodeWAMessage(outgoing.content)
  const { ciphertext, distribution } = await encryptForGroup(phone, group.jid, padded)
  for (const member of group.members) {
    if (member.number !== author.number) {
      keepMessage(phoneState(world, member.number), { ...message, fromMe: false })
    }
    for (const companion of companionsOf(world, member.number)) {
      const encs = [encNode(ciphertext, outgoing.content)]
      const holder = `${group.jid}/${deviceKey(companion)}`
      if (!phone.signal.senderKeyHolders.has(holder)) {
        encs.unshift(await senderKeyNode(world, phone, companion, group.jid, distribution))
        phone.signal.senderKeyHolders.set(holder, true)
      }
      deliver(world, companion, groupStanza(author, group, outgoing, encs))
    }
  }
}

/** Sends a group message again to one device, pairwise, with the sender key it lacks. */
export async function resendToGroupDevice(
  world: World,
  phone: PhoneState,
  companion: Companion,
  group: GroupRecord,
  outgoing: Outgoing,
): Promise<void> {
  const { distribution } = await encryptForGroup(phone, group.jid, encodeWAMessage({}))
  const senderKeyDistributionMessage = { groupId: group.jid, axolotlSenderKeyDistributionMessage: distribution }
  const content = { ...outgoing.content, senderKeyDistributionMessage }
  const ciphertext = await encryptForCompanion(world, phone, companion, content)
  const stanza = groupStanza(ownerOf(world, phone), group, outgoing, [encNode(ciphertext, outgoing.content)])
  deliver(world, companion, stanza)
}

function groupStanza(author: Person, group: GroupRecord, outgoing: Outgoing, encs: BinaryNode[]): BinaryNode {
  const isLid = group.addressing === 'lid'
  const attributes = {
    ...stanzaAttributes(author, outgoing),
    from: group.jid,
    participant: jidOf(author, group.addressing),
    addressing_mode: group.addressing,
    participant_pn: isLid ? phoneNumberJid(author.number) : undefined,
    participant_lid: isLid ? undefined : lidJid(author.lidUser),
  }
  return node('message', attributes, encs)
}

async function senderKeyNode(
  world: World,
  phone: PhoneState,
  companion: Companion,
  groupId: string,
  distribution: Uint8Array,
): Promise<BinaryNode> {
  const content = { senderKeyDistributionMessage: { groupId, axolotlSenderKeyDistributionMessage: distribution } }
  return encNode(await encryptForCompanion(world, phone, companion, content), content)
}

export async function encryptForCompanion(
  world: World,
  phone: PhoneState,
  companion: Companion,
  content: proto.IMessage,
): Promise<Ciphertext> {
  const { number, device } = companion
  if (!hasSession(phone, number, device)) {
    const keys = takeKeyBundle(world, deviceKey(companion))
    if (!keys) throw new Error(`No keys for ${deviceKey(companion)}`)
    await openSession(phone, number, device, keys)
  }
  return encryptFor(phone, number, device, encodeWAMessage(content))
}

export function ownerOf(world: World, phone: PhoneState): Person {
  const person = world.people.get(phone.number)
  if (!person) throw new Error(`Nobody has the number ${phone.number}`)
  return person
}

export function canonicalChat(world: World, jid: string): string {
  if (isGroupJid(jid)) return jid
  const person = personByJid(world, jid)
  return person ? phoneNumberJid(person.number) : jid
}

function stanzaAttributes(author: Person, outgoing: Outgoing) {
  return {
    id: outgoing.id,
    type: stanzaTypeOf(outgoing.content),
    t: unixSeconds(outgoing.at),
    notify: author.name,
    edit: editTypeOf(outgoing.content),
  }
}

export function encNode(ciphertext: Ciphertext, content: proto.IMessage): BinaryNode {
  return node('enc', { v: 2, type: ciphertext.kind, mediatype: mediaTypeOf(content) }, ciphertext.bytes)
}
