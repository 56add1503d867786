import { eq } from 'drizzle-orm'
import { cachedPerCompany } from '../../kernel/company/cached-per-company'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { randomToken } from '../../kernel/ids'
import { changeSecret, readSecret, maskAddress, readAddress, sealAddress } from '../../kernel/config/sealed-secret'
import type { HostWebhook } from '../../platform/host-webhook/host-webhook'
import type { HostWebhookBody } from '../../platform/host-webhook/host-webhook.contract'
import { companyWebhookTable } from '../webhook.tables'
import { perCompany } from '../../kernel/company/company-files'
import { publishNow } from '../../kernel/live/live'
import { createFailurePause, companyFailures } from '../delivery/failure-pause'
import type { DeliveryTarget } from './webhook-target'
import { pausedEvent } from '../webhook.calls'

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    /** `url`: masked. */
    'webhook.changed': { url?: string; withTexts: boolean }
    'webhook.secretReplaced': Record<string, never>
  }
}

const secretLength = 40
const rowId = 1

const webhook = cachedPerCompany(readWebhook)

export const getCompanyWebhook = webhook.get

function findRow({ db }: CompanyContext) {
  return db.select().from(companyWebhookTable).where(eq(companyWebhookTable.id, rowId)).get()
}

function readWebhook(ctx: CompanyContext): HostWebhook {
  const { url: address = '', withTexts = true, secret: stored = '' } = findRow(ctx) ?? {}
  const { sealer } = ctx.company.services
  const url = readAddress(sealer, address)
  const secret = readSecret(sealer, stored)
  const isUnreadable = secret.state === 'unreadable'
  return { url, withTexts, secret: secret.state === 'set' ? secret.text : '', isUnreadable }
}

/** A secret only when new. @throws Refusal ERR_INVALID_INPUT for an address that may not be called */
export async function saveCompanyWebhook(given: CompanyContext, { url, withTexts }: HostWebhookBody) {
  const { outgoing } = given.company.services
  if (url && !(await outgoing.mayCall(url))) refuse('ERR_INVALID_INPUT', { fields: { url: 'refusedAddress' } })
  const ctx = createContext(given.company, given.actor)
  return ctx.transaction(() => {
    const before = getCompanyWebhook(ctx)
    const after = { url: url ?? before.url, withTexts: withTexts ?? before.withTexts }
    store(ctx, { ...after, url: sealAddress(ctx.company.services.sealer, after.url) })
    recordEvent(ctx, 'webhook.changed', {}, { ...after, url: maskAddress(after.url) })
    const lacksSecret = after.url !== '' && before.secret === '' && !before.isUnreadable
    return lacksSecret ? makeSecret(ctx) : undefined
  })
}

export function replaceCompanySecret(ctx: CompanyContext) {
  return ctx.transaction(() => {
    recordEvent(ctx, 'webhook.secretReplaced', {}, {})
    return makeSecret(ctx)
  })
}

function makeSecret(ctx: CompanyContext) {
  const secret = randomToken(secretLength)
  store(ctx, { secret: changeSecret(ctx.company.services.sealer, '', secret) })
  return secret
}

function store(ctx: CompanyContext, set: Partial<typeof companyWebhookTable.$inferInsert>) {
  const { id } = companyWebhookTable
  ctx.db
    .insert(companyWebhookTable)
    .values({ id: rowId, ...set })
    .onConflictDoUpdate({ target: id, set })
    .run()
  webhook.forget(ctx)
}

const pauseOf = perCompany((company) => createFailurePause(companyFailures(company, 'company')))

export const companyTarget: DeliveryTarget = {
  get(ctx) {
    const webhook = getCompanyWebhook(ctx)
    return webhook.url && webhook.secret && ctx.plan.useExternalApi ? webhook : undefined
  },
  pausedUntil: ({ company, now }) => pauseOf(company).until(now),
  inTurn: (_ctx, _signal, attempt) => attempt(),
  note(ctx, _attempt, ok) {
    const { id, services } = ctx.company
    const until = pauseOf(ctx.company).count(ctx.now, ok)
    if (!until) return
    services.log.warn('A company’s webhook is paused after too many failures in a row', { company: id, until })
    publishNow(ctx, { topics: ['admin'], ...pausedEvent('company', until) })
  },
}
