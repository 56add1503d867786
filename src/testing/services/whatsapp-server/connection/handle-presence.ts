import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from './connection.types'
import { sendNode } from './connection'
import { parseUserJid, phoneNumberJid } from '../jids'
import { allChildren, node } from '../nodes'
import { jidOf, personByJid } from '../account/people'
import type { PhoneState } from '../account/phone-state.types'
import { phoneState } from '../account/phone-state'
import type { Addressing, PresenceSeen } from '../whatsapp-server.types'
import type { Person } from '../account/server-records.types'
import { companionsOf, deviceKey, type World } from '../account/world'

export function handlePresence(world: World, connection: Connection, stanza: BinaryNode): void {
  const companion = world.companions.get(connection.deviceKey ?? '')
  const owner = companion && world.people.get(companion.number)
  if (!owner) return
  const { type, to } = stanza.attrs
  if (type === 'subscribe' && to) return subscribe(world, connection, to)
  if (type !== 'available' && type !== 'unavailable') return
  connection.available = type === 'available'
  if (!connection.available) connection.subscriptions.clear()
  for (const phone of world.phones.values()) {
    const knows = phone.messages.some((message) => message.chat === phoneNumberJid(owner.number))
    if (knows) notePresence(world, phone, { from: phoneNumberJid(owner.number), state: type })
  }
}

function subscribe(world: World, connection: Connection, jid: string): void {
  connection.subscriptions.add(jid)
  const person = personByJid(world, jid)
  if (!person) return
  const type = phoneState(world, person.number).online ? undefined : 'unavailable'
  sendNode(world, connection, node('presence', { from: jid, type }))
}

export function handleChatState(world: World, connection: Connection, stanza: BinaryNode): void {
  const companion = world.companions.get(connection.deviceKey ?? '')
  const person = personByJid(world, stanza.attrs.to)
  const [state] = allChildren(stanza)
  if (!companion || !person || !state) return
  const isRecording = state.tag === 'composing' && state.attrs.media === 'audio'
  const seen = isRecording ? 'recording' : (state.tag as PresenceSeen['state'])
  notePresence(world, phoneState(world, person.number), { from: phoneNumberJid(companion.number), state: seen })
}

function notePresence(world: World, phone: PhoneState, presence: Omit<PresenceSeen, 'at'>): void {
  phone.presences.push({ ...presence, at: Date.now() })
  world.watch.changed()
}

export function announcePresence(world: World, person: Person, online: boolean): void {
  phoneState(world, person.number).online = online
  for (const connection of world.connections.values()) {
    for (const jid of connection.subscriptions) {
      if (personByJid(world, jid) !== person) continue
      const last = online ? undefined : Math.floor(Date.now() / 1000)
      sendNode(world, connection, node('presence', { from: jid, type: online ? undefined : 'unavailable', last }))
    }
  }
}

export function announceChatState(
  world: World,
  person: Person,
  to: string,
  state: 'composing' | 'recording' | 'paused',
): void {
  const recipient = personByJid(world, to)
  if (!recipient) return
  const addressing: Addressing = parseUserJid(to)?.isLid ? 'lid' : person.addressing
  const child = state === 'recording' ? node('composing', { media: 'audio' }) : node(state)
  for (const companion of companionsOf(world, recipient.number)) {
    const connection = world.connections.get(deviceKey(companion))
    const requested = [...(connection?.subscriptions ?? [])].some((jid) => personByJid(world, jid) === person)
    if (!connection?.available || !requested) continue
    sendNode(world, connection, node('chatstate', { from: jidOf(person, addressing) }, [child]))
  }
}
