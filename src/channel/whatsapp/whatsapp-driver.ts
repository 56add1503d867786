import type { ChannelDriver } from '../channel'
import type { WhatsAppOptions } from './whatsapp-options'

/**
 * Baileys and its dependencies would take a third of the start time, so they are loaded on first use. `require`,
 * because a driver's calls are synchronous.
 */
const channelModule = () => require('./whatsapp-channel') as typeof import('./whatsapp-channel')
const keysModule = () => require('./auth-store') as typeof import('./auth-store')
const addressBookModule = () => require('./address-book') as typeof import('./address-book')
const otherNameModule = () => require('./find-other-name') as typeof import('./find-other-name')
const normaliseModule = () => require('./normalise') as typeof import('./normalise')

export function createWhatsAppDriver(options: WhatsAppOptions): ChannelDriver {
  return {
    open: (host) => channelModule().createWhatsAppChannel(host, options),
    normalise: (payload) => normaliseModule().normalise(payload),
    otherName: (ctx, connectionId, address) =>
      otherNameModule().findOtherName(ctx, connectionId, address, options.sealer),
    addressBook: (ctx, connectionId) => addressBookModule().listAddressBook(ctx, connectionId),
    forget(ctx, connectionId) {
      keysModule().forgetKeys(ctx, connectionId)
      addressBookModule().forgetAddressBook(ctx, connectionId)
    },
  }
}
