import type { ChannelProvider, ChannelProviders } from './channel/channel-provider'
import { cloudAccountCalls } from './channel/whatsapp-cloud/account/cloud-account.calls'
import { cloudProvider } from './channel/whatsapp-cloud/cloud-provider'
import { createWhatsAppProvider } from './channel/whatsapp/whatsapp-provider'

/** The providers: each is one folder of `src/channel`, whose rules are listed in `channel-rules.contract.ts`. */
export const providers = providersOf([createWhatsAppProvider(), cloudProvider])

/** Their own calls. */
export const providerCalls = { ...cloudAccountCalls }

export function providersOf(list: readonly ChannelProvider[]): ChannelProviders {
  return Object.fromEntries(list.map((provider) => [provider.channel, provider]))
}
