import { type BinaryNode, extractE2ESessionFromRetryReceipt, aesEncryptGCM, hkdf, proto } from '@whiskeysockets/baileys'
import type { Connection } from './connection.types'
import { sendNode } from './connection'
import { isGroupJid, parseUserJid, phoneNumberJid } from '../jids'
import { acknowledge, deliver, mailboxOf } from '../message/mailbox'
import { allChildren, childrenOf, node, unixSeconds, child } from '../nodes'
import { jidOf, personByJid } from '../account/people'
import { phoneState } from '../account/phone-state'
import { noteReceipt } from '../phone/receipts-from-phone'
import type { ReceiptKind } from '../whatsapp-server.types'
import type { Companion, Person } from '../account/server-records.types'
import { companionsOf, type World } from '../account/world'
import { randomBytes } from 'node:crypto'
import { mediaPartOf } from '../media/media-part'
import { directPath, findBlob, storeBlob } from '../media/media-store'
import type { PhoneState } from '../account/phone-state.types'
import { copyToOwnDevice, resendToGroupDevice, sendToDevice } from '../phone/send-from-phone'
import { requireGroup } from '../failure/server-rules'
import { forgetSession, openSession } from '../signal/signal-crypto'

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

const RETRY_KEY_INFO = 'WhatsApp Media Retry Notification'
const NOT_FOUND = 2

/** A client could not download media: the account's phone uploads it again and tells where, when it still can. */
function answerMediaRetry(world: World, sender: Companion, stanza: BinaryNode): void {
  const id = stanza.attrs.id ?? ''
  const message = phoneState(world, sender.number).byId.get(id)
  const media = message && mediaPartOf(message.message)?.part
  const blob = media?.directPath ? findBlob(world, media.directPath) : undefined
  const rmr = node('rmr', child(stanza, 'rmr')?.attrs ?? {})
  const answer =
    media?.mediaKey && blob
      ? encryptedAnswer(id, media.mediaKey, directPath(storeBlob(world, blob.bytes)))
      : node('error', { code: NOT_FOUND })
  const attributes = { from: phoneNumberJid(sender.number), type: 'mediaretry', id, t: unixSeconds() }
  deliver(world, sender, node('notification', attributes, [answer, rmr]))
}

function encryptedAnswer(stanzaId: string, mediaKey: Uint8Array, newPath: string): BinaryNode {
  const { SUCCESS } = proto.MediaRetryNotification.ResultType
  const plaintext = proto.MediaRetryNotification.encode({ stanzaId, directPath: newPath, result: SUCCESS }).finish()
  const key = Buffer.from(hkdf(Buffer.from(mediaKey), 32, { info: RETRY_KEY_INFO }))
  const iv = randomBytes(12)
  const ciphertext = aesEncryptGCM(plaintext, key, iv, Buffer.from(stanzaId))
  return node('encrypt', {}, [node('enc_p', {}, ciphertext), node('enc_iv', {}, iv)])
}

type RetryKeys = ReturnType<typeof extractE2ESessionFromRetryReceipt>

/** Encrypts a sent message again for a device that could not read it, in a new session. */
async function resendFromPhone(
  world: World,
  phone: PhoneState,
  companion: Companion,
  messageId: string,
  keys: RetryKeys,
): Promise<void> {
  const message = phone.byId.get(messageId)
  if (!message?.fromMe) return
  await renewSession(phone, companion, keys)

  const { id, at, message: content, chat, addressing } = message
  const outgoing = { id, at, content, addressing }
  if (isGroupJid(chat)) return resendToGroupDevice(world, phone, companion, requireGroup(world, chat), outgoing)
  const recipient = personByJid(world, chat)
  if (companion.number !== phone.number) return sendToDevice(world, phone, companion, outgoing)
  if (recipient && chat !== phoneNumberJid(phone.number)) {
    return copyToOwnDevice(world, phone, companion, recipient, outgoing)
  }
}

async function renewSession(phone: PhoneState, companion: Companion, keys: RetryKeys): Promise<void> {
  const { number, device } = companion
  if (!keys) return forgetSession(phone, number, device)
  const { registrationId, identityKey, signedPreKey, preKey } = keys
  await openSession(phone, number, device, {
    registrationId,
    identityKey,
    signedPreKey: { id: signedPreKey.keyId, key: signedPreKey.publicKey, signature: signedPreKey.signature },
    preKey: preKey && { id: preKey.keyId, key: preKey.publicKey },
  })
}
