import type { ChannelProvider, ChannelProviders } from './channel/channel-provider'
import { instagramProvider } from './channel/instagram/instagram-provider'
import { messengerProvider } from './channel/messenger/messenger-provider'
import { pageAccountCalls } from './channel/meta/page/page-account.calls'
import { cloudAccountCalls } from './channel/whatsapp-cloud/account/cloud-account.calls'
import { cloudProvider } from './channel/whatsapp-cloud/cloud-provider'
import { createWhatsAppProvider } from './channel/whatsapp/whatsapp-provider'

/** The providers: each is one folder of `src/channel`, whose rules are listed in `channel-rules.contract.ts`. */
export const providers = providersOf([createWhatsAppProvider(), cloudProvider, messengerProvider, instagramProvider])

/** Their own calls. */
export const providerCalls = { ...cloudAccountCalls, ...pageAccountCalls }

export function providersOf(list: readonly ChannelProvider[]): ChannelProviders {
  return Object.fromEntries(list.map((provider) => [provider.channel, provider]))
}
