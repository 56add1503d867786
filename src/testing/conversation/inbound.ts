import type { Content, InboundEvent } from '../../channel/channel'
import { connectionTable } from '../../connection/connection.tables'
import { interpretInbound } from '../../message/inbound/interpret-inbound'
import type { World } from '../world/world'

export type MessageEvent = Extract<InboundEvent, { type: 'message' }>

/** Dona Maria in Acme, Seu Jorge in Globex. */
export const phones = { 1: '5511988880001', 2: '5511988880002' } as const

let counter = 0
export const newId = () => `3A${String(++counter).padStart(18, '0')}`

/** Returns a message as a driver passes it on; every field may be overridden. */
export function messageEvent(
  fields: Omit<Partial<MessageEvent>, 'content'> & { text?: string; phone?: string; content?: Content } = {},
): MessageEvent {
  const { text = 'Olá', phone = phones[1], ...rest } = fields
  const id = rest.id ?? newId()
  return {
    type: 'message',
    id,
    chat: { addresses: [{ kind: 'phone', value: phone }] },
    fromMe: false,
    atMs: Date.now() - 5000,
    content: { kind: 'text', text },
    key: { id, remoteJid: `${phone}@s.whatsapp.net`, fromMe: rest.fromMe ?? false },
    ...rest,
  }
}

export function groupMessageEvent(fields: Parameters<typeof messageEvent>[0] = {}) {
  return messageEvent({
    chat: { addresses: [{ kind: 'group', value: '120363000000000001' }], name: 'Condomínio' },
    author: { addresses: [{ kind: 'phone', value: '5511977770001' }], name: 'Síndico' },
    ...fields,
  })
}

export function connectionOf(world: World, companyId = 1) {
  const row = world.ctx(companyId).db.select().from(connectionTable).get()
  if (!row) throw new Error('The company has no connection')
  return row
}

export function receive(world: World, companyId: number, ...events: InboundEvent[]) {
  interpretInbound(world.ctx(companyId), connectionOf(world, companyId), events)
}
