import { jidDecode, normalizeMessageContent, proto, toNumber, WAMessageStatus } from '@whiskeysockets/baileys'
import { readStored } from '../../../kernel/untyped-json.contract'
import type { Address, InboundEvent, Party } from '../../channel'
import { contentOf, contextOf, textOf } from './message-content'
import type { FiledKey, Payload } from './payload'

type MessagePayload = Extract<Payload, { t: 'message' }>

export function normalise(text: string): InboundEvent[] {
  const payload = readStored<Payload>(text)
  switch (payload.t) {
    case 'message':
      return normaliseMessage(payload)
    case 'undecryptable':
      return messageEvent(payload)
    case 'status':
      return normaliseStatus(payload)
    case 'call':
      return normaliseCall(payload)
    case 'blocked': {
      const party = partyOf([payload.jid])
      return party ? [{ type: 'blocked', party, blocked: payload.blocked }] : []
    }
    case 'identity':
      return payload.pairs.flatMap(({ lid, pn }) => {
        const party = partyOf([pn, lid])
        return party && party.addresses.length > 1 ? [{ type: 'identity' as const, party }] : []
      })
    case 'group': {
      const party = partyOf([payload.id], payload.subject)
      const { admins } = payload
      return party ? [{ type: 'group', party, ...(admins && { admins: partiesOf(admins) }) }] : []
    }
    case 'groupAdmins': {
      const group = partyOf([payload.id])
      return group ? [{ type: 'groupAdmins', group, members: partiesOf(payload.members), are: payload.are }] : []
    }
  }
}

const partiesOf = (people: readonly string[][]) => people.flatMap((jids) => partyOf(jids) ?? [])

function normaliseMessage(payload: MessagePayload): InboundEvent[] {
  const decoded = proto.Message.decode(Buffer.from(payload.body, 'base64'))
  const message = normalizeMessageContent(decoded.deviceSentMessage?.message ?? decoded)
  if (!message) return []
  const atMs = payload.at * 1000
  const { key } = payload
  if (message.protocolMessage) return normaliseProtocol(message.protocolMessage, payload)
  if (message.reactionMessage) {
    const { reactionMessage } = message
    const targetId = reactionMessage.key?.id
    if (!targetId) return []
    const emoji = reactionMessage.text ?? ''
    const whenMs = toNumber(reactionMessage.senderTimestampMs) || atMs
    return [{ type: 'reaction', targetId, author: peopleOf(payload).author, fromMe: key.fromMe, emoji, atMs: whenMs }]
  }
  return messageEvent(payload, message)
}

function normaliseProtocol(protocol: proto.Message.IProtocolMessage, payload: MessagePayload): InboundEvent[] {
  const { Type } = proto.Message.ProtocolMessage
  const { key } = payload
  const targetId = protocol.key?.id
  const who = { fromMe: key.fromMe, ...peopleOf(payload) }
  const atMs = toNumber(protocol.timestampMs) || payload.at * 1000
  switch (protocol.type) {
    case Type.REVOKE:
      return targetId ? [{ type: 'delete', targetId, atMs, ...who }] : []
    case Type.MESSAGE_EDIT: {
      const text = textOf(normalizeMessageContent(protocol.editedMessage ?? undefined))
      return targetId && text !== undefined ? [{ type: 'edit', targetId, text, atMs, ...who }] : []
    }
    case Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE:
      // Only our own phone may send us messages of others.
      return key.fromMe ? resentMessages(protocol).flatMap(normaliseMessage) : []
    case Type.HISTORY_SYNC_NOTIFICATION:
      return key.fromMe && protocol.historySyncNotification
        ? [{ type: 'historyNotice', id: key.id, notice: encodeNotice(protocol.historySyncNotification) }]
        : []
    default:
      return []
  }
}

const encodeNotice = (notice: proto.Message.IHistorySyncNotification) =>
  Buffer.from(proto.Message.HistorySyncNotification.encode(notice).finish()).toString('base64')

export function resentMessages(protocol: proto.Message.IProtocolMessage): MessagePayload[] {
  const results = protocol.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? []
  return results.flatMap(({ placeholderMessageResendResponse }) => {
    const bytes = placeholderMessageResendResponse?.webMessageInfoBytes
    if (!bytes) return []
    const { key, message, messageTimestamp, pushName, participant } = proto.WebMessageInfo.decode(bytes)
    if (!key?.id || !key.remoteJid || !message) return []
    const filed: FiledKey = {
      remoteJid: key.remoteJid,
      id: key.id,
      fromMe: key.fromMe ?? false,
      participant: key.participant ?? participant ?? undefined,
    }
    const body = Buffer.from(proto.Message.encode(message).finish()).toString('base64')
    return [{ t: 'message' as const, key: filed, at: toNumber(messageTimestamp), name: pushName ?? undefined, body }]
  })
}

type Written = Pick<MessagePayload, 'key' | 'at' | 'name' | 'history'> & { note?: string }

/** Without a message, it could not be read and is awaited. */
function messageEvent(payload: Written, message?: proto.IMessage): InboundEvent[] {
  const { key, at, note = '', history } = payload
  const { chat, author } = peopleOf(payload)
  const content = message ? contentOf(message) : { kind: 'unknown' as const, note, awaited: true as const }
  if (!chat || !content) return []
  const context = message && contextOf(message)
  const { remoteJid, id, fromMe, participant } = key
  return [
    {
      type: 'message',
      id,
      chat,
      author,
      fromMe,
      atMs: at * 1000,
      content,
      key: { remoteJid, id, fromMe, ...(participant ? { participant } : {}) },
      ...(context?.stanzaId ? { quotedId: context.stanzaId } : {}),
      ...(context?.isForwarded ? { forwarded: true } : {}),
      ...(history ? { history: true } : {}),
    },
  ]
}

const isGroup = (jid: string) => jid.endsWith('@g.us')
function peopleOf({ key, name }: Written) {
  const { remoteJid, remoteJidAlt, participant, participantAlt, fromMe } = key
  const person = [participant, participantAlt]
  if (isGroup(remoteJid)) return { chat: partyOf([remoteJid]), author: fromMe ? undefined : partyOf(person, name) }
  const addresses = remoteJid.endsWith('@broadcast') ? person : [remoteJid, remoteJidAlt]
  return { chat: partyOf(addresses, fromMe ? undefined : name), author: undefined }
}

const ackOfStatus: Partial<Record<number, -1 | 1 | 2 | 3 | 5>> = {
  [WAMessageStatus.ERROR]: -1,
  [WAMessageStatus.SERVER_ACK]: 1,
  [WAMessageStatus.DELIVERY_ACK]: 2,
  [WAMessageStatus.READ]: 3,
  [WAMessageStatus.PLAYED]: 5,
}

function normaliseStatus({ ids, status, error }: Extract<Payload, { t: 'status' }>): InboundEvent[] {
  const ack = ackOfStatus[status]
  if (ack === undefined) return []
  return [{ type: 'receipt', targetIds: ids, ack, ...(error ? { error } : {}) }]
}

const outcomeOfCall: Record<string, 'offered' | 'missed' | 'ended'> = {
  offer: 'offered',
  timeout: 'missed',
  terminate: 'ended',
  reject: 'ended',
  accept: 'ended',
}

function normaliseCall({ id, from, at, status, video, group }: Extract<Payload, { t: 'call' }>): InboundEvent[] {
  const outcome = outcomeOfCall[status]
  const caller = partyOf(from)
  if (!outcome || !caller) return []
  return [{ type: 'call', id, caller, video: video ?? false, group: group ?? false, atMs: at * 1000, outcome }]
}

export function partyOf(jids: readonly (string | null | undefined)[], name?: string | null): Party | undefined {
  const addresses: Address[] = []
  for (const jid of jids) {
    const address = addressOf(jid)
    if (address && !addresses.some((known) => known.kind === address.kind && known.value === address.value)) {
      addresses.push(address)
    }
  }
  const [first, ...rest] = addresses
  if (!first) return undefined
  return name ? { addresses: [first, ...rest], name } : { addresses: [first, ...rest] }
}

/** Undefined for others, such as broadcasts. */
export function addressOf(jid: string | null | undefined): Address | undefined {
  const decoded = jid ? jidDecode(jid) : undefined
  if (!decoded?.user) return undefined
  switch (decoded.server) {
    case 's.whatsapp.net':
    case 'c.us':
    case 'hosted':
      return { kind: 'phone', value: decoded.user }
    case 'lid':
    case 'hosted.lid':
      return { kind: 'lid', value: decoded.user }
    case 'g.us':
      return { kind: 'group', value: decoded.user }
    default:
      return undefined
  }
}
