import { shutdown, compose } from '../../compose'
import { jobHandlers } from '../../domains'
import type { ConnectionControl } from '../../connection/running/connection-control'
import { connectionTable } from '../../connection/connection.tables'
import type { InboundEvent, Party } from '../../channel/channel'
import { createContext, freshContext } from '../../kernel/company/company-context'
import { readConfig } from '../../kernel/config/config'
import { runDueJobs } from '../../kernel/job/run-job'
import { interpretInbound } from '../../message/inbound/interpret-inbound'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { firstCompanyId } from '../../platform/company/company.queries'
import { findActor } from '../../user/actor.queries'
import type { Phone, WhatsAppServer } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { demoPassword, shopNumber, demoCompany, superUser } from '../company/demo-company'
import { createDemoChannel } from '../company/demo-channel'

export const connectionId = 1

export type Stage = ReturnType<typeof openStage>

/** Opens the product at a simulated time, connected to simulated phones. The history is created through the product's commands. */
export function openStage(dataDir: string, server: WhatsAppServer) {
  let time = new Date()
  const now = () => time
  const files = new Map<string, Uint8Array>()
  const shop = server.phone(shopNumber, { name: demoCompany })
  const channel = createDemoChannel({ shop, now, files })
  const platform = compose({
    config: readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      SUPER_EMAIL: superUser.email,
      SUPER_PASSWORD: demoPassword,
    }),
    clock: { now },
  })
  platform.ports.connections = controlOf(channel)
  const ctx = freshContext(platform.files, firstCompanyId)

  const drain = () => sendOutbox(ctx, connectionId, channel)

  return {
    platform,
    server,
    shop,
    ctx,
    now,
    setTime: (next: number) => void (time = new Date(next)),
    ctxAs(userId: number) {
      const actor = findActor(ctx(), userId)
      if (!actor) throw new Error(`The company has no user ${userId}`)
      return createContext(ctx().company, actor)
    },
    drain,
    async receive(...events: InboundEvent[]) {
      const connection = ctx().db.select().from(connectionTable).get()
      if (!connection) throw new Error('The company has no connection')
      interpretInbound(ctx(), connection, events)
      await runDueJobs(platform.files, firstCompanyId, jobHandlers, platform.log, 100)
      await drain()
    },
    keepFile: (id: string, bytes: Uint8Array) => void files.set(id, bytes),
    close: () => shutdown(platform),
  }
}

function controlOf(channel: ReturnType<typeof createDemoChannel>): ConnectionControl {
  return {
    start: () => {},
    reopen: () => {},
    renew: () => {},
    leave: () => {},
    close: () => {},
    wakeInbox: () => {},
    requestPairingCode: async () => undefined,
    restart: async () => {},
    remove: async () => {},
    unpairCompany: async () => [],
    channel: () => channel,
    otherNames: () => [],
    addressBook: () => [],
  }
}

export function partyOf(phone: Phone): Party {
  const lid = phone.lid.split('@')[0] ?? ''
  return {
    addresses: [
      { kind: 'phone', value: phone.number },
      { kind: 'lid', value: lid },
    ],
    name: phone.name,
  }
}
