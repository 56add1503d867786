import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { type CompanyHandle, perCompany } from '../../kernel/company/company-files'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import { publishNow } from '../../kernel/live/live'
import { readSecret, readAddress } from '../../kernel/config/sealed-secret'
import { createFailurePause, type FailurePause, companyFailures } from '../delivery/failure-pause'
import type { DeliveryTarget } from './webhook-target'
import { pausedEvent } from '../webhook.calls'
import { connectionWebhookTable } from '../webhook.tables'

const { connectionId: key, url, secret } = connectionWebhookTable

const find = statement((db, of: { connectionId: ConnectionId }) =>
  db.select({ url, secret }).from(connectionWebhookTable).where(eq(key, of.connectionId)),
)

/** Empty without an address. The secret is sealed. */
export function findConnectionWebhook(ctx: CompanyContext, connectionId: ConnectionId) {
  const { url, secret } = find.get(ctx, { connectionId }) ?? { url: '', secret: '' }
  return { url: readAddress(ctx.company.services.sealer, url), secret }
}

const pauses = perCompany(() => new Map<ConnectionId, FailurePause>())

function pauseOf(company: CompanyHandle, connectionId: ConnectionId) {
  const known = pauses(company)
  const pause = known.get(connectionId) ?? createFailurePause(companyFailures(company, `connection ${connectionId}`))
  known.set(connectionId, pause)
  return pause
}

export function connectionTarget(connectionId: ConnectionId): DeliveryTarget {
  return {
    get(ctx) {
      const { url, secret: sealed } = findConnectionWebhook(ctx, connectionId)
      const secret = readSecret(ctx.company.services.sealer, sealed)
      if (url === '' || secret.state !== 'set' || !ctx.plan.useExternalApi) return undefined
      return { url, secret: secret.text, withTexts: false }
    },
    pausedUntil: ({ company, now }) => pauseOf(company, connectionId).until(now),
    inTurn: (_ctx, _signal, attempt) => attempt(),
    note(ctx, _attempt, ok) {
      const { id, services } = ctx.company
      const until = pauseOf(ctx.company, connectionId).count(ctx.now, ok)
      if (!until) return
      const facts = { company: id, connection: connectionId, until }
      services.log.warn('A connection’s webhook is paused after too many failures in a row', facts)
      publishNow(ctx, { topics: ['admin'], ...pausedEvent('connection', until, connectionId) })
    },
  }
}
