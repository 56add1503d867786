import type { Phone, SendOptions } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { demoFile } from '../company/demo-files'
import type { PhoneAction } from './phone-view.types'
import { paintPortrait, sceneNames } from '../story/scenes'

/** Actions that need nothing but the phone and its network. */
type SentAction = Exclude<PhoneAction, { do: 'online' | 'read' }>

const location = { latitude: -23.5614, longitude: -46.6559, name: 'Av. Paulista, 1578' }
const contactCard = { name: 'Tia Lúcia', number: '5511999990007' }

/** Returns a function that performs actions on the phone. Its files and pictures differ from one to the next. */
export function createPhoneActions(phone: Phone) {
  const startedAt = Date.now()
  let variant = 0

  return async (chat: string, action: SentAction): Promise<void> => {
    const quoted = 'quote' in action && action.quote ? phone.message(action.quote) : undefined
    const options: SendOptions = quoted ? { quoted } : {}
    switch (action.do) {
      case 'say':
        return void (await phone.say(chat, action.text, options))
      case 'image':
      case 'voice':
      case 'document':
        return sendFile(phone, chat, action.do, variant++, options)
      case 'place':
        return void (await phone.sendLocation(chat, location, options))
      case 'card':
        return void (await phone.sendContact(chat, contactCard, options))
      case 'picture':
        return phone.setPicture(await paintPortrait(startedAt + variant++))
      case 'typing':
        return action.on ? phone.startTyping(chat) : phone.stopTyping(chat)
      default:
        return changeMessage(phone, action)
    }
  }
}

async function sendFile(
  phone: Phone,
  chat: string,
  kind: 'image' | 'voice' | 'document',
  variant: number,
  options: SendOptions,
) {
  const scene = sceneNames[variant % sceneNames.length] ?? 'sala'
  const { bytes, name, mimeType, seconds } = await demoFile(
    kind === 'image' ? scene : kind === 'voice' ? 'voz' : 'orçamento',
    variant,
  )
  if (kind === 'image') await phone.sendImage(chat, { bytes, mimetype: mimeType }, options)
  else if (kind === 'voice') await phone.sendAudio(chat, { bytes, mimetype: mimeType, voice: true, seconds }, options)
  else await phone.sendDocument(chat, { bytes, mimetype: mimeType, fileName: name }, options)
}

async function changeMessage(phone: Phone, action: Extract<PhoneAction, { id: string }>) {
  const message = phone.message(action.id)
  if (!message) throw new Error('Essa mensagem não está neste celular')
  if (action.do === 'react') await phone.react(message, action.emoji)
  else if (action.do === 'edit') await phone.edit(message, action.text)
  else await phone.revoke(message)
}
