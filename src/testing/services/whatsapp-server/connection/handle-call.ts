import type { BinaryNode } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import type { Connection } from './connection.types'
import { sendNode } from './connection'
import { phoneNumberJid } from '../jids'
import { deliver } from '../message/mailbox'
import { allChildren, node, unixSeconds } from '../nodes'
import { jidOf, personByJid } from '../account/people'
import type { OngoingCall } from '../account/phone-state.types'
import { phoneState } from '../account/phone-state'
import type { Person } from '../account/server-records.types'
import { companionsOf, nextStanzaId, type World } from '../account/world'

export function handleCall(world: World, connection: Connection, stanza: BinaryNode): void {
  const [action] = allChildren(stanza)
  const { id, to } = stanza.attrs
  const content =
    action?.tag === 'link_create' ? [node('link_create', { token: randomBytes(12).toString('hex') })] : undefined
  sendNode(world, connection, node('ack', { class: 'call', id, from: to, type: action?.tag }, content))
  if (action?.tag !== 'reject') return
  const caller = personByJid(world, to)
  const call = caller && phoneState(world, caller.number).calls.get(action.attrs['call-id'] ?? '')
  if (call) call.rejected = true
  world.watch.changed()
}

export function placeCall(world: World, caller: Person, to: string, video: boolean): OngoingCall {
  const recipient = personByJid(world, to)
  if (!recipient) throw new Error(`Nobody on this server has ${to}`)
  const from = jidOf(caller, caller.addressing)
  const id = randomBytes(16).toString('hex').toUpperCase()
  const identity = { 'call-id': id, 'call-creator': from, caller_pn: phoneNumberJid(caller.number) }
  const send = (content: BinaryNode) => {
    const attributes = { from, id: nextStanzaId(world), t: unixSeconds(), notify: caller.name }
    for (const companion of companionsOf(world, recipient.number)) {
      deliver(world, companion, node('call', attributes, [content]))
    }
    world.store.flush()
  }
  const media = [node('audio', { enc: 'opus', rate: 16000 })]
  if (video) media.push(node('video', { enc: 'vp8' }))
  send(node('offer', identity, media))

  const call: OngoingCall = {
    id,
    rejected: false,
    hangUp: async () => send(node('terminate', { ...identity, reason: 'timeout' })),
  }
  phoneState(world, caller.number).calls.set(id, call)
  return call
}
