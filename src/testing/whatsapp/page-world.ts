import type { SupervisorOptions } from '../../connection/running/supervisor'
import { composeConnections } from '../../compose'
import { readConnection } from '../conversation/connections'
import { graphAppSecret, startGraphServer } from '../services/graph-server/start-graph-server'
import { createWorld, type WorldOptions } from '../world/world'
import { until } from './whatsapp-world'

export const hostVerifyToken = 'verify-token-of-the-host'

interface PageWorldOptions {
  world?: WorldOptions
  supervisor?: Partial<SupervisorOptions>
}

/** The host's Meta app is set up; nothing is linked yet. Meta is a Graph server of its own on loopback. */
export async function createPageWorld({ world: options, supervisor }: PageWorldOptions = {}) {
  let time = options?.now
  const graph = await startGraphServer({ now: () => time?.getTime() ?? Date.now() })
  graph.state.requiresProof = true
  const { pages } = graph.state
  const environment = {
    ...graph.environment,
    META_APP_ID: pages.appId,
    META_APP_SECRET: graphAppSecret,
    META_VERIFY_TOKEN: hostVerifyToken,
    PUBLIC_URL: 'https://recado.example',
    ...options?.environment,
  }
  const world = await createWorld({ ...options, environment })
  const connections = composeConnections(world.platform, {
    supervisor: { startGapMs: 0, policy: { firstRetryMs: 30, retryMsMax: 200 }, ...supervisor },
  })
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => world.app.handle(request) })
  const address = `http://127.0.0.1:${server.port}/webhook/meta`
  graph.webhook.url = address
  const login = { facebookUserId: pages.user.id, facebookUserToken: pages.user.token }
  const rows = (sql: string, companyId = 1) =>
    world.ctx(companyId).company.sqlite.query<Record<string, any>, []>(sql).all()

  return {
    ...world,
    environment,
    graph,
    pages: graph.pages,
    connections,
    address,
    login,
    rows,
    setTime(next: Date) {
      time = next
      return world.setTime(next)
    },
    connected: (connectionId: number) =>
      until(() => readConnection(world, connectionId)?.status === 'CONNECTED', `connection ${connectionId}`),
    /** Links all pages and Instagram accounts; the connections' ids in the order of the accounts. */
    async linkAll(): Promise<number[]> {
      const ana = await world.as(world.ana)
      const { status, body } = await ana.post('/facebook', { ...login, addInstagram: true })
      if (status !== 200) throw new Error(JSON.stringify(body))
      const ids = (body['connections'] as { id: number }[]).map(({ id }) => id)
      for (const id of ids) await until(() => readConnection(world, id)?.status === 'CONNECTED', `connection ${id}`)
      return ids
    },
    async stop() {
      await connections.stop()
      await server.stop(true)
      world.stop()
      await graph.stop()
    },
  }
}

export type PageWorld = Awaited<ReturnType<typeof createPageWorld>>
