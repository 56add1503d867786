import type { Delivery } from './receipts-from-phone'
import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import { isGroupJid, parseUserJid, phoneNumberJid } from '../jids'
import { bytesOf } from '../nodes'
import { answerPeerRequest } from '../message/peer-requests'
import type { PhoneState } from '../account/phone-state.types'
import { describeMessage, keepMessage } from '../account/phone-state'
import { askForRetry } from './receipts-from-phone'
import { canonicalChat } from './send-from-phone'
import { acceptSenderKey, type CipherKind, decryptFrom } from '../signal/signal-crypto'
import type { Addressing } from '../whatsapp-server.types'
import type { Companion } from '../account/server-records.types'
import type { World } from '../account/world'

/** Decrypts a client's message on a simulated phone; asks for a retry and returns false when it cannot. */
export async function decryptOnPhone(
  world: World,
  phone: PhoneState,
  author: Companion,
  stanza: BinaryNode,
  delivery: Delivery,
): Promise<boolean> {
  const groupJid = isGroupJid(stanza.attrs.to ?? '') ? stanza.attrs.to : undefined
  try {
    const content = await openEnvelope(phone, author, delivery.encs, groupJid)
    await acceptContent(world, phone, author, stanza, content)
    return true
  } catch (error) {
    world.options.onStanza?.('received', `${phone.number} cannot decrypt ${stanza.attrs.id}: ${error}`)
    askForRetry(world, phone, author, stanza, delivery)
    return false
  }
}

async function openEnvelope(
  phone: PhoneState,
  author: Companion,
  encs: BinaryNode[],
  groupJid: string | undefined,
): Promise<proto.IMessage> {
  let content: proto.IMessage = {}
  for (const enc of encs) {
    const ciphertext = { kind: enc.attrs.type as CipherKind, bytes: bytesOf(enc) ?? Buffer.alloc(0) }
    const plaintext = await decryptFrom(phone, author.number, author.device, ciphertext, groupJid)
    const part = proto.Message.decode(plaintext)
    const senderKey = part.senderKeyDistributionMessage
    if (senderKey?.groupId && senderKey.axolotlSenderKeyDistributionMessage) {
      const distribution = senderKey.axolotlSenderKeyDistributionMessage
      await acceptSenderKey(phone, senderKey.groupId, author.number, author.device, distribution)
    }
    content = part
  }
  return content
}

async function acceptContent(
  world: World,
  phone: PhoneState,
  author: Companion,
  stanza: BinaryNode,
  content: proto.IMessage,
): Promise<void> {
  const wrapped = content.deviceSentMessage
  const message = wrapped?.message ?? content
  if (stanza.attrs.category === 'peer') return answerPeerRequest(world, phone, author, stanza, message)

  const to = stanza.attrs.to ?? ''
  const fromMe = author.number === phone.number
  const authorJid = phoneNumberJid(author.number)
  const chat = fromMe ? canonicalChat(world, wrapped?.destinationJid ?? stanza.attrs.recipient ?? to) : authorJid
  const received = describeMessage({
    id: stanza.attrs.id ?? '',
    chat: isGroupJid(to) ? to : chat,
    from: authorJid,
    fromMe,
    at: Date.now(),
    message,
    addressedTo: to,
    addressing: addressingOf(world, to),
  })
  keepMessage(phone, received)
}

function addressingOf(world: World, to: string): Addressing {
  if (isGroupJid(to)) return world.groups.get(to)?.addressing ?? 'lid'
  return parseUserJid(to)?.isLid ? 'lid' : 'pn'
}
