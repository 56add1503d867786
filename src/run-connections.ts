import type { ChannelDrivers } from './channel/channel'
import { cloudDriver } from './channel/whatsapp-cloud/cloud-driver'
import { latestVersion } from './channel/whatsapp/session/version'
import { createWhatsAppDriver } from './channel/whatsapp/whatsapp-driver'
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

function composeDrivers({ config, hostKey, log }: Platform, whatsapp: Partial<WhatsAppOptions> = {}): ChannelDrivers {
  return {
    whatsappapi: cloudDriver,
    whatsapp: createWhatsAppDriver({
      sealer: hostKey,
      log,
      url: config.whatsappWebUrl,
      media: { base: config.whatsappMediaUrl },
      version: latestVersion(log),
      ...whatsapp,
    }),
  }
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
