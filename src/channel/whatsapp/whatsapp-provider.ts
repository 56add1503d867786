import type { ChannelDriver } from '../channel-driver'
import type { ChannelProvider } from '../channel-provider'
import { lineMetrics } from './line/line-threads'
import type { WhatsAppOptions } from './whatsapp-options'
import { whatsappPersonRows } from './whatsapp.person'
import { whatsappAddressBookTable, whatsappKeyTable } from './whatsapp.tables'

/** Baileys takes a third of the start time. `require`, because a driver's calls are synchronous. */
const lineModule = () => require('./line/line-channel') as typeof import('./line/line-channel')
const keysModule = () => require('./signal/stored-records') as typeof import('./signal/stored-records')
const sessionsModule = () => require('./signal/forget-sessions') as typeof import('./signal/forget-sessions')
const addressBookModule = () => require('./receive/address-book') as typeof import('./receive/address-book')
const normaliseModule = () => require('./receive/normalise') as typeof import('./receive/normalise')

export const createWhatsAppProvider = (given: Partial<WhatsAppOptions> = {}): ChannelProvider => ({
  channel: 'whatsapp',
  metrics: lineMetrics,
  personRows: whatsappPersonRows,
  credentialTables: [whatsappKeyTable, whatsappAddressBookTable],
  renewSessions: (ctx) => sessionsModule().forgetSessions(ctx),
  hasPhone: () => true,
  sendFaults: { 429: 'sender', 463: 'sender' },
  createDriver: ({ config, hostKey, log }) =>
    createDriver({
      sealer: hostKey,
      sealingKey: hostKey.sealingKey,
      log,
      url: config.whatsappWebUrl,
      media: { base: config.whatsappMediaUrl },
      ...given,
    }),
})

function createDriver(options: WhatsAppOptions): ChannelDriver {
  return {
    open: (host) => lineModule().createLineChannel(host, options),
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
