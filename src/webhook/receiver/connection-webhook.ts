import { type Connection, getConnection, listConnections } from '../../connection/connection.queries'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { type ConnectionId, randomToken } from '../../kernel/ids'
import { changeSecret, readSecret, maskAddress, sealAddress } from '../../kernel/config/sealed-secret'
import { connectionTarget, findConnectionWebhook } from './connection-address'
import type { ConnectionWebhookView } from './connection-webhook.calls'
import { connectionWebhookTable } from '../webhook.tables'

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    /** `url`: masked. */
    'connectionWebhook.changed': { connectionId: number; url?: string }
    'connectionWebhook.secretReplaced': { connectionId: number }
  }
}

const secretLength = 40

export function listConnectionWebhooks(ctx: CompanyContext): ConnectionWebhookView[] {
  return listConnections(ctx).map((connection) => {
    const view = present(ctx, connection)
    return { ...view, url: maskAddress(view.url) }
  })
}

/** The whole address. @throws Refusal ERR_NO_WAPP_FOUND */
export function getConnectionWebhook(ctx: CompanyContext, connectionId: ConnectionId): ConnectionWebhookView {
  return present(ctx, getConnection(ctx, connectionId))
}

function present(ctx: CompanyContext, { id, name, channel }: Connection): ConnectionWebhookView {
  const { url, secret } = findConnectionWebhook(ctx, id)
  const { state } = readSecret(ctx.company.services.sealer, secret)
  const pausedUntil = connectionTarget(id).pausedUntil(ctx)?.toISOString() ?? null
  return { whatsappId: id, name, channel, url, secret: state, pausedUntil }
}

/** Empty disables it. A secret only when new. @throws Refusal ERR_NO_WAPP_FOUND; ERR_INVALID_INPUT */
export async function saveConnectionWebhook(given: CompanyContext, connectionId: ConnectionId, url: string) {
  getConnection(given, connectionId)
  const { outgoing } = given.company.services
  if (url && !(await outgoing.mayCall(url))) refuse('ERR_INVALID_INPUT', { fields: { url: 'refusedAddress' } })
  const ctx = createContext(given.company, given.actor)
  return ctx.transaction(() => {
    const connection = getConnection(ctx, connectionId)
    store(ctx, connectionId, { url: sealAddress(ctx.company.services.sealer, url) })
    recordEvent(ctx, 'connectionWebhook.changed', {}, { connectionId, url: maskAddress(url) })
    const lacksSecret = url !== '' && findConnectionWebhook(ctx, connectionId).secret === ''
    const newSecret = lacksSecret ? makeSecret(ctx, connectionId) : null
    return { ...present(ctx, connection), newSecret }
  })
}

export function replaceConnectionSecret(ctx: CompanyContext, connectionId: ConnectionId) {
  getConnection(ctx, connectionId)
  return ctx.transaction(() => {
    recordEvent(ctx, 'connectionWebhook.secretReplaced', {}, { connectionId })
    return makeSecret(ctx, connectionId)
  })
}

function makeSecret(ctx: CompanyContext, connectionId: ConnectionId) {
  const secret = randomToken(secretLength)
  store(ctx, connectionId, { secret: changeSecret(ctx.company.services.sealer, '', secret) })
  return secret
}

function store(ctx: CompanyContext, connectionId: ConnectionId, set: { url?: string; secret?: string }) {
  ctx.db
    .insert(connectionWebhookTable)
    .values({ connectionId, ...set })
    .onConflictDoUpdate({ target: connectionWebhookTable.connectionId, set })
    .run()
}
