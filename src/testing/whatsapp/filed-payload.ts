import { proto } from '@whiskeysockets/baileys'
import { expect } from 'bun:test'
import type { InboundEvent } from '../../channel/channel'
import { normalise } from '../../channel/whatsapp/receive/normalise'
import { encodePayload, type FiledKey, type Payload } from '../../channel/whatsapp/receive/payload'

export const filedKey: FiledKey = {
  remoteJid: '5511977776666@s.whatsapp.net',
  remoteJidAlt: '777@lid',
  id: 'A1',
  fromMe: false,
}

/** Returns a message of Maria as filed by the connection. */
export function fileMessage(message: proto.IMessage, over: Partial<Extract<Payload, { t: 'message' }>> = {}) {
  const body = Buffer.from(proto.Message.encode(message).finish()).toString('base64')
  return encodePayload({ t: 'message', key: filedKey, at: 1_700_000_000, name: 'Maria', body, ...over })
}

export function onlyEvent(payload: string) {
  const events = normalise(payload)
  expect(events).toHaveLength(1)
  return events[0] as InboundEvent
}

export function contentOf(message: proto.IMessage) {
  const event = onlyEvent(fileMessage(message))
  if (event.type !== 'message') throw new Error(`Not a message: ${event.type}`)
  return event.content
}
