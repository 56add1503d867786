import type { Content, Party } from '../../channel/channel'
import type { ChatMessage, Phone, SendOptions } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { demoFile } from '../company/demo-files'
import { partyOf, type Stage } from './stage'
import type { Step } from './story'

/** A conversation with the shop, or a group that includes it. */
export interface ContactChat {
  phone: Phone
  to: string
  /** The chat as the provider names it. */
  chat: Party
  group?: boolean
}

export function directChat(stage: Stage, phone: Phone): ContactChat {
  return { phone, to: stage.shop.jid, chat: partyOf(phone) }
}

export async function contactDoes(stage: Stage, chat: ContactChat, step: Step, variant: number, target?: string) {
  const { phone } = chat
  const options: SendOptions = { at: stage.now().getTime() }
  const about = target ? phone.message(target) : undefined
  switch (step.kind) {
    case 'say': {
      const quoted = step.quote ? about : undefined
      const sent = await phone.say(chat.to, step.text, { ...options, quoted })
      return hear(stage, chat, sent, { kind: 'text', text: step.text })
    }
    case 'file':
      return sendFile(stage, chat, step, variant, options)
    case 'place': {
      const place = { latitude: -23.55 - (variant % 90) / 1000, longitude: -46.63 + (variant % 70) / 1000 }
      const named = { ...place, name: 'Minha casa' }
      return hear(stage, chat, await phone.sendLocation(chat.to, named, options), { kind: 'location', ...named })
    }
    case 'card': {
      const card = { name: 'Marlene (vizinha)', number: '5511976540000' }
      const sent = await phone.sendContact(chat.to, card, options)
      const vcard = sent.message.contactMessage?.vcard ?? ''
      return hear(stage, chat, sent, { kind: 'contacts', contacts: [{ name: card.name, vcard }] })
    }
    default:
      return changeMessage(stage, chat, step, about, options)
  }
}

async function changeMessage(
  stage: Stage,
  { phone, chat }: ContactChat,
  step: Step,
  message: ChatMessage | undefined,
  options: SendOptions,
) {
  if (!message) throw new Error(`There is no message to ${step.kind}`)
  const what = { targetId: message.id, atMs: stage.now().getTime(), fromMe: false, chat, author: partyOf(phone) }
  if (step.kind === 'react') {
    await phone.react(message, step.emoji, options)
    await stage.receive({ type: 'reaction', ...what, emoji: step.emoji })
  } else if (step.kind === 'edit') {
    await phone.edit(message, step.text, options)
    await stage.receive({ type: 'edit', ...what, text: step.text })
  } else if (step.kind === 'erase') {
    await phone.revoke(message, options)
    await stage.receive({ type: 'delete', ...what })
  }
  return undefined
}

async function sendFile(
  stage: Stage,
  chat: ContactChat,
  { file, caption }: Extract<Step, { kind: 'file' }>,
  variant: number,
  options: SendOptions,
) {
  const { phone, to } = chat
  const { kind, bytes, name, mimeType, seconds } = await demoFile(file, variant)
  const media = { bytes, mimetype: mimeType, ...(caption ? { caption } : {}) }
  const facts = { text: caption ?? '', mimeType, sizeBytes: bytes.length }
  const sent =
    kind === 'image'
      ? await phone.sendImage(to, media, options)
      : kind === 'voice'
        ? await phone.sendAudio(to, { bytes, mimetype: mimeType, voice: true, seconds }, options)
        : await phone.sendDocument(to, { ...media, fileName: name }, options)
  stage.keepFile(sent.id, bytes)
  const source = { demo: sent.id }
  if (kind === 'image') return hear(stage, chat, sent, { kind, ...facts, source })
  if (kind === 'voice') return hear(stage, chat, sent, { kind: 'audio', ...facts, seconds, voiceNote: true, source })
  return hear(stage, chat, sent, { kind: 'document', ...facts, fileName: name, source })
}

async function hear(stage: Stage, { phone, chat, group }: ContactChat, sent: ChatMessage, content: Content) {
  const { id, at: atMs, quotedId } = sent
  const participant = group ? { participant: phone.lid } : {}
  await stage.receive({
    type: 'message',
    id,
    chat,
    fromMe: false,
    atMs,
    content,
    ...(quotedId ? { quotedId } : {}),
    ...(group ? { author: partyOf(phone) } : {}),
    key: { id, remoteJid: group ? sent.chat : phone.jid, fromMe: false, ...participant },
  })
  return id
}
