import type { WhatsAppOptions } from '../../channel/whatsapp/whatsapp-options'
import type { SupervisorOptions } from '../../connection/running/supervisor'
import { composeConnections } from '../../compose'
import { startWhatsAppServer } from '../services/whatsapp-server/start-whatsapp-server'
import type { Account } from '../services/whatsapp-server/account/phone.types'
import type { PhoneOptions, WhatsAppServerOptions } from '../services/whatsapp-server/whatsapp-server.types'
import { createWorld, type WorldOptions } from '../world/world'
import { waitMsMax } from '../clock/wait-limit'

interface WhatsAppWorldOptions {
  world?: WorldOptions
  server?: WhatsAppServerOptions
  whatsapp?: Partial<WhatsAppOptions>
  supervisor?: Partial<SupervisorOptions>
}

export async function createWhatsAppWorld(options: WhatsAppWorldOptions = {}) {
  const server = await startWhatsAppServer(options.server)
  const world = await createWorld({
    ...options.world,
    environment: {
      WHATSAPP_WEB_URL: server.url,
      WHATSAPP_MEDIA_URL: server.mediaUrl,
      ...options.world?.environment,
    },
  })
  // The connections of all companies are started.
  world.noBystander()
  const connections = composeConnections(world.platform, {
    whatsapp: { keepAliveMs: 20_000, ackTimeoutMs: 3_000, ...options.whatsapp },
    supervisor: {
      startGapMs: 0,
      ...options.supervisor,
      policy: { firstRetryMs: 30, retryMsMax: 200, ...options.supervisor?.policy },
    },
  })

  const connectionRow = (companyId = 1, connectionId = 1) =>
    world
      .ctx(companyId)
      .company.sqlite.query<Record<string, string | number>, [number]>('SELECT * FROM connection WHERE id = ?')
      .get(connectionId)

  const whenStatus = (status: string, companyId = 1, connectionId = 1) =>
    until(() => connectionRow(companyId, connectionId)?.['status'] === status, `status ${status}`)

  async function pair(number: string, phone: PhoneOptions = {}, companyId = 1, connectionId = 1): Promise<Account> {
    connections.start(companyId, connectionId)
    await whenStatus('qrcode', companyId, connectionId)
    const account = await server.phone(number, phone).scan(String(connectionRow(companyId, connectionId)?.['qrcode']))
    await whenStatus('CONNECTED', companyId, connectionId)
    return account
  }

  return {
    ...world,
    server,
    connections,
    connectionRow,
    whenStatus,
    pair,
    messages: (companyId = 1) =>
      world.ctx(companyId).company.sqlite.query<Record<string, any>, []>('SELECT * FROM message ORDER BY id').all(),
    async stop() {
      await connections.stop()
      world.stop()
      await server.stop()
    },
  }
}

export type WhatsAppWorld = Awaited<ReturnType<typeof createWhatsAppWorld>>

/** Polls until the condition holds. @param what is awaited, for the error; may be a function that describes the failure */
export async function until(
  holds: () => unknown,
  what: string | (() => string | Promise<string>),
  timeoutMs = waitMsMax,
  everyMs = 3,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${typeof what === 'string' ? what : await what()}`)
    await Bun.sleep(everyMs)
  }
}
