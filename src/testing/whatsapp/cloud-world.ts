import { nameKey } from '../../kernel/text/name-text.contract'
import { cloudChannel } from '../../channel/channel-rules.contract'
import { cloudAccountTable } from '../../channel/whatsapp-cloud/account/cloud-account.tables'
import { connectionTable } from '../../connection/connection.tables'
import type { SupervisorOptions } from '../../connection/running/supervisor'
import { composeConnections } from '../../compose'
import { verifyAddress } from '../services/graph-server/graph-webhooks'
import type { GraphPhone } from '../services/graph-server/graph-server.types'
import { graphAppSecret, graphPhone, graphToken, startGraphServer } from '../services/graph-server/start-graph-server'
import { until } from './whatsapp-world'
import { createWorld, type World, type WorldOptions } from '../world/world'

interface CloudWorldOptions {
  world?: WorldOptions
  supervisor?: Partial<SupervisorOptions>
  phones?: readonly GraphPhone[]
  reports?: boolean
}

const webhookKey = 'WebhookKey0000000000000000001A'

/** A world with one connection of WhatsApp's official API in company 1, number 2, against its own Graph server. */
export async function createCloudWorld({ phones, reports, ...options }: CloudWorldOptions = {}) {
  const now = () => options.world?.now?.getTime() ?? Date.now()
  const graph = await startGraphServer({ phones, reports, now })
  graph.state.requiresProof = true
  const world = await createWorld({
    ...options.world,
    environment: { ...graph.environment, ...options.world?.environment },
  })
  const connections = composeConnections(world.platform, {
    supervisor: { startGapMs: 0, policy: { firstRetryMs: 30, retryMsMax: 200 }, ...options.supervisor },
  })
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => world.app.handle(request) })
  const addressOf = (key: string) => `http://127.0.0.1:${server.port}/webhook/meta/${key}`
  graph.webhook.url = addressOf(webhookKey)

  const addAccount = (companyId: number, phone: GraphPhone, fields?: AccountFields) =>
    addCloudAccount(world, companyId, phone, fields)

  const row = (connectionId = 2, companyId = 1) =>
    world
      .ctx(companyId)
      .db.select()
      .from(connectionTable)
      .all()
      .find(({ id }) => id === connectionId)

  const whenStatus = (status: string, connectionId = 2, companyId = 1) =>
    until(() => row(connectionId, companyId)?.status === status, `status ${status}`)

  async function connect(connectionId = 2, companyId = 1) {
    connections.start(companyId, connectionId)
    await whenStatus('CONNECTED', connectionId, companyId)
  }

  addAccount(1, (phones ?? [graphPhone])[0] ?? graphPhone)
  return {
    ...world,
    graph,
    connections,
    webhookKey,
    addressOf,
    addAccount,
    row,
    whenStatus,
    connect,
    verify: (verifyToken = `verify-${webhookKey}`, challenge?: string) =>
      verifyAddress(addressOf(webhookKey), verifyToken, challenge),
    messages: (companyId = 1) =>
      world.ctx(companyId).company.sqlite.query<Record<string, any>, []>('SELECT * FROM message ORDER BY id').all(),
    filed: (companyId = 1) =>
      world.ctx(companyId).company.sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM inbound_event').get()?.n,
    async stop() {
      await connections.stop()
      await server.stop(true)
      world.stop()
      await graph.stop()
    },
  }
}

export type CloudWorld = Awaited<ReturnType<typeof createCloudWorld>>

interface AccountFields {
  key?: string
  appSecret?: string
  name?: string
}

function addCloudAccount(
  world: World,
  companyId: number,
  phone: GraphPhone,
  { key = webhookKey, appSecret = graphAppSecret, name = 'Oficial' }: AccountFields = {},
) {
  const ctx = world.ctx(companyId)
  const { sealer } = ctx.company.services
  const shared = { createdAt: ctx.now, updatedAt: ctx.now, options: {} as never, token: `${name}${companyId}` }
  const { id } = ctx.db
    .insert(connectionTable)
    .values({ ...shared, name, nameKey: nameKey(name), channel: cloudChannel, accountId: phone.id })
    .returning({ id: connectionTable.id })
    .get()
  const secrets = { token: sealer.seal(graphToken), appSecret: appSecret && sealer.seal(appSecret) }
  const ids = { phoneNumberId: phone.id, businessAccountId: phone.businessAccountId }
  const hook = { webhookKey: key, verifyToken: `verify-${key}` }
  ctx.db
    .insert(cloudAccountTable)
    .values({ connectionId: id, ...ids, ...secrets, ...hook, updatedAt: ctx.now })
    .run()
  // Reopening the file corrects the catalog, as after a restore.
  world.platform.files.close(companyId)
  world.ctx(companyId)
  return id
}
