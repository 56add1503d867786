import type { ChannelDrivers } from './channel/channel-driver'
import { createWhatsAppProvider } from './channel/whatsapp/whatsapp-provider'
import type { WhatsAppOptions } from './channel/whatsapp/whatsapp-options'
import { createSupervisor, type SupervisorOptions } from './connection/running/supervisor'
import { interpretHistory } from './message/inbound/interpret-history'
import { interpretInbound, DeferredEvent } from './message/inbound/interpret-inbound'
import { findLastInboundKey } from './message/list/last-inbound-key.view'
import { sendOutbox } from './message/outbox/send-outbox'
import { publishTyping } from './message/presence/publish-typing'
import type { Platform } from './platform/platform'

interface RunConnectionsOptions {
  whatsapp?: Partial<WhatsAppOptions>
  supervisor?: Partial<SupervisorOptions>
}

function composeDrivers(platform: Platform, whatsapp?: Partial<WhatsAppOptions>): ChannelDrivers {
  const { providers } = platform.ports
  const all = { ...providers, ...(whatsapp && { whatsapp: createWhatsAppProvider(whatsapp) }) }
  return Object.fromEntries(
    Object.entries(all).map(([channel, provider]) => [channel, provider.createDriver(platform)]),
  )
}

export function composeConnections(platform: Platform, options: RunConnectionsOptions = {}) {
  const supervisor = createSupervisor({
    platform,
    drivers: composeDrivers(platform, options.whatsapp),
    interpreter: { interpret: interpretInbound, interpretHistory, isEarly: (error) => error instanceof DeferredEvent },
    sendOutbox,
    ports: { passOn: publishTyping, lastInboundKey: findLastInboundKey },
    ...options.supervisor,
    policy: { isHandOver: platform.lock.isHandOver, ...options.supervisor?.policy },
  })
  platform.ports.connections = supervisor
  platform.ports.wakeOutbox = supervisor.wakeOutbox
  platform.companyStops.push((companyId) => supervisor.endCompany(companyId))
  platform.companyStarts.push((companyId) => supervisor.restart(companyId))
  return supervisor
}
