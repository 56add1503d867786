import {
  type BaileysEventMap,
  type GroupMetadata,
  type GroupParticipant,
  jidNormalizedUser,
  proto,
  toNumber,
  type WAMessage,
  WAMessageStatus,
} from '@whiskeysockets/baileys'
import type { InboundEvent } from '../../channel'
import { partyOf } from '../receive/normalise'
import { encodePayload, type FiledKey, type MissingNote, type Payload } from '../receive/payload'
import type { StanzaFiling } from './stanza-filing'

interface EventFilingOptions {
  stanzas: StanzaFiling
  file(payloads: readonly string[]): void
  pass(event: InboundEvent): void
  /** A sender awaits the rejection and reports it. */
  isSending(id: string): boolean
  noteMissing(missing: MissingNote): void
  arrived(ids: readonly string[]): void
}

export type EventHandlers = { [Event in keyof BaileysEventMap]?: (data: BaileysEventMap[Event]) => void }

/** Call it before Baileys buffers an event: acknowledgements do not wait for the buffer. */
export function createEventFiling({ stanzas, file, pass, isSending, noteMissing, arrived }: EventFilingOptions) {
  const fileAll = (payloads: Payload[]) => {
    if (payloads.length > 0) file(payloads.map(encodePayload))
  }
  const handlers: EventHandlers = {
    'messages.upsert'({ messages }) {
      for (const payload of messages.flatMap((message) => upsertPayload(message, stanzas))) {
        if (payload.t === 'undecryptable') {
          noteMissing({ payload: encodePayload(payload), request: { key: payload.key } })
        } else {
          fileAll([payload])
          arrived([payload.key.id])
        }
      }
    },
    'messages.update': (updates) =>
      fileAll(
        updates.flatMap(({ key, update }) => {
          if (!key.fromMe || !key.id || typeof update.status !== 'number') return []
          const error = update.messageStubParameters?.[0]
          if (update.status === WAMessageStatus.ERROR && isSending(key.id)) return []
          return [{ t: 'status', ids: [key.id], status: update.status, ...(error ? { error } : {}) } as const]
        }),
      ),
    'message-receipt.update': (updates) =>
      fileAll(
        updates.flatMap(({ key, receipt }) => {
          if (!key.fromMe || !key.id) return []
          const status = receipt.readTimestamp ? WAMessageStatus.READ : WAMessageStatus.DELIVERY_ACK
          return [{ t: 'status', ids: [key.id], status } as const]
        }),
      ),
    'blocklist.update': ({ blocklist, type }) =>
      fileAll(blocklist.map((jid) => ({ t: 'blocked', jid: jidNormalizedUser(jid), blocked: type === 'add' }))),
    'lid-mapping.update': (pair) => fileAll([{ t: 'identity', pairs: [pair] }]),
    call: (calls) => fileAll(calls.filter(({ status }) => calledStatuses.has(status)).map(callPayload)),
    'groups.upsert': (groups) => fileAll(groups.flatMap(groupPayload)),
    'groups.update': (groups) => fileAll(groups.flatMap(groupPayload)),
    'group-participants.update': ({ id, participants, action }) => {
      // A member who leaves loses the role, also when they return.
      if (action === 'add' || action === 'modify') return
      fileAll([{ t: 'groupAdmins', id, members: participants.map(jidsOf), are: action === 'promote' }])
    },
    'presence.update': (update) => passPresence(update, pass),
  }
  return <Event extends keyof BaileysEventMap>(event: Event, data: BaileysEventMap[Event]) => handlers[event]?.(data)
}

function groupPayload({ id, subject, participants }: Partial<GroupMetadata>): Payload[] {
  if (!id || !subject) return []
  const admins = participants?.filter(({ admin }) => admin).map(jidsOf)
  return [{ t: 'group', id, subject, ...(participants?.length ? { admins } : {}) }]
}

function jidsOf({ id, lid, phoneNumber }: GroupParticipant) {
  return [...new Set([id, phoneNumber, lid].flatMap((jid) => (jid ? [jidNormalizedUser(jid)] : [])))]
}

/** The others arrive by the dozen and carry no information. */
const calledStatuses = new Set(['offer', 'timeout', 'terminate', 'reject', 'accept'])

function callPayload({
  id,
  chatId,
  from,
  callerPn,
  date,
  status,
  isVideo,
  isGroup,
}: BaileysEventMap['call'][number]): Payload {
  return {
    t: 'call',
    id,
    from: [from, chatId, callerPn].flatMap((jid) => (jid ? [jidNormalizedUser(jid)] : [])),
    at: Math.floor(date.getTime() / 1000),
    status,
    ...(isVideo ? { video: true as const } : {}),
    ...(isGroup ? { group: true as const } : {}),
  }
}

type UpsertPayload = Extract<Payload, { t: 'undecryptable' | 'message' }>

function upsertPayload(message: WAMessage, stanzas: StanzaFiling): UpsertPayload[] {
  const { key } = message
  if (!key.id || !key.remoteJid || message.category === 'peer' || stanzas.wasFiled(key)) return []
  const facts = {
    key: filedKey(key, message),
    at: toNumber(message.messageTimestamp),
    name: message.pushName ?? undefined,
  }
  if (message.messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT) {
    return [{ t: 'undecryptable', ...facts, note: message.messageStubParameters?.[0] ?? '' }]
  }
  // Messages between our own devices belong to no conversation; changes were filed when decrypted.
  const { protocolMessage, call } = message.message ?? {}
  if (message.messageStubType || !message.message || protocolMessage || call) return []
  const body = Buffer.from(proto.Message.encode(message.message).finish()).toString('base64')
  return [{ t: 'message', ...facts, body }]
}

export function filedKey(key: WAMessage['key'], { participant }: Pick<WAMessage, 'participant'> = {}): FiledKey {
  const author = key.participant || participant
  return {
    remoteJid: jidNormalizedUser(key.remoteJid ?? ''),
    id: key.id ?? '',
    fromMe: key.fromMe ?? false,
    ...(key.remoteJidAlt ? { remoteJidAlt: jidNormalizedUser(key.remoteJidAlt) } : {}),
    ...(author ? { participant: jidNormalizedUser(author) } : {}),
    ...(key.participantAlt ? { participantAlt: jidNormalizedUser(key.participantAlt) } : {}),
  }
}

/** Baileys reports a pause as `available`. */
function passPresence({ id, presences }: BaileysEventMap['presence.update'], pass: (event: InboundEvent) => void) {
  const chat = partyOf([id])
  if (!chat) return
  for (const { lastKnownPresence: known } of Object.values(presences)) {
    pass({ type: 'presence', chat, state: known === 'composing' || known === 'recording' ? known : 'paused' })
  }
}
