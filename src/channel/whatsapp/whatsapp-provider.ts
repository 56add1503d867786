import type { ChannelDriver } from '../channel-driver'
import type { ChannelProvider } from '../channel-provider'
import { latestVersion } from './session/version'
import type { WhatsAppOptions } from './whatsapp-options'

/** Baileys takes a third of the start time. `require`, because a driver's calls are synchronous. */
const channelModule = () => require('./whatsapp-channel') as typeof import('./whatsapp-channel')
const keysModule = () => require('./signal/auth-store') as typeof import('./signal/auth-store')
const addressBookModule = () => require('./receive/address-book') as typeof import('./receive/address-book')
const normaliseModule = () => require('./receive/normalise') as typeof import('./receive/normalise')

export const createWhatsAppProvider = (given: Partial<WhatsAppOptions> = {}): ChannelProvider => ({
  channel: 'whatsapp',
  hasPhone: () => true,
  sendFaults: { 429: 'sender', 463: 'sender' },
  createDriver: ({ config, hostKey, log }) =>
    createDriver({
      sealer: hostKey,
      log,
      url: config.whatsappWebUrl,
      media: { base: config.whatsappMediaUrl },
      version: latestVersion(log),
      ...given,
    }),
})

function createDriver(options: WhatsAppOptions): ChannelDriver {
  return {
    open: (host) => channelModule().createWhatsAppChannel(host, options),
    normalise: (payload) => normaliseModule().normalise(payload),
    otherName: (ctx, connectionId, address) =>
      addressBookModule().findOtherName(ctx, connectionId, address, options.sealer),
    addressBook: (ctx, connectionId) => addressBookModule().listAddressBook(ctx, connectionId),
    async forget(ctx, connectionId) {
      await keysModule().forgetKeys(ctx, connectionId)
      addressBookModule().forgetAddressBook(ctx, connectionId)
    },
  }
}
