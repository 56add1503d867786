import type { ChannelDriver } from '../channel'
import { forgetKeys } from './auth-store'
import { fileBytesMax } from './media'
import { normalise } from './normalise'
import { createWhatsAppChannel, type WhatsAppOptions } from './whatsapp-channel'

/** WhatsApp as a linked device of a phone, over Baileys. */
export function createWhatsAppDriver(options: WhatsAppOptions): ChannelDriver {
  return {
    capabilities: {
      edit: true,
      delete: true,
      react: true,
      quote: true,
      contactCard: true,
      voiceNote: true,
      groups: true,
      fileBytesMax,
      voiceFileExtension: 'mp3',
    },
    open: (host) => createWhatsAppChannel(host, options),
    normalise,
    forget: forgetKeys,
  }
}
