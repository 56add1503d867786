import { afterCommit, type CompanyContext } from '../company/company-context'
import type { Actor } from '../company/actor'
import { currentRequest } from '../current-request'
import type { AuditAction, AuditActor, AuditCategory, AuditChange } from './audit.contract'
import { auditEntryTable } from './audit.tables'

export interface AuditNote {
  object: string
  action: AuditAction
  id?: number
  /** Never a contact's: what is erased of people must not stay here. */
  name?: string
  changes?: readonly AuditChange[] | undefined
  by?: AuditBy
}

interface AuditBy {
  kind: AuditActor
  id: number | null
  name: string
}

/** In the transaction of what was done. @throws Error outside one */
export function recordAudit(ctx: CompanyContext, note: AuditNote) {
  if (!ctx.company.pending) throw new Error(`${note.object}.${note.action} was audited outside a transaction`)
  storeAudit(ctx, note)
}

/** Also writes it to the log, without names: a host can send the log to a machine where it cannot be changed. */
export function storeAudit(ctx: CompanyContext, { object, action, id, name = '', changes = [], by }: AuditNote) {
  const actor = by ?? actorOf(ctx.actor)
  const address = actor.kind === 'system' ? '' : (currentRequest()?.address ?? '')
  ctx.db
    .insert(auditEntryTable)
    .values({
      at: ctx.now,
      category: categoryOf(object, action, actor.kind),
      object,
      action,
      objectId: id ?? null,
      objectName: name.slice(0, nameLengthMax),
      byKind: actor.kind,
      byId: actor.id,
      byName: actor.name,
      address,
      changes: [...changes],
    })
    .run()
  const { id: company, services } = ctx.company
  const facts = { company, action: `${object}.${action}`, id, by: actor.kind, byId: actor.id, address }
  afterCommit(ctx, () => services.log.info('Company audit', facts))
}

const nameLengthMax = 200

function actorOf(actor: Actor): AuditBy {
  if (actor.kind === 'user') return { kind: 'user', id: actor.userId, name: actor.name }
  return actor.by ?? { kind: 'system', id: null, name: '' }
}

const categories: Readonly<Record<string, AuditCategory>> = {
  user: 'rights',
  role: 'rights',
  twoFactor: 'signIns',
  passkey: 'signIns',
  device: 'signIns',
  session: 'signIns',
  apiToken: 'tokens',
  setting: 'settings',
  openingHours: 'settings',
  campaignSetting: 'settings',
  aiLimit: 'settings',
  webhook: 'settings',
  connection: 'connections',
  connectionWebhook: 'connections',
  contact: 'data',
  ticket: 'data',
  contactImport: 'data',
  suppressions: 'data',
  company: 'data',
}
const categoriesOfActions: Partial<Record<AuditAction, AuditCategory>> = {
  deleted: 'deletions',
  erased: 'deletions',
  exported: 'exports',
  signedIn: 'signIns',
  signInRefused: 'signIns',
}

function categoryOf(object: string, action: AuditAction, by: AuditActor): AuditCategory {
  if (by === 'host') return 'support'
  return categoriesOfActions[action] ?? categories[object] ?? 'records'
}

const secretName = /key|token|secret|password|hash|nonce|credential|certificate/i
const valueLengthMax = 200
/** Matches sealed values and keys. */
const sealed = /^[\w+/-]{38,}={0,2}$/

/** What differs, field by field. Only the fields of `shown` come with their values. */
export function differences(
  before: object,
  after: object,
  { fields = Object.keys(after), hidden = [] }: { fields?: readonly string[]; hidden?: readonly string[] } = {},
): AuditChange[] {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>]
  return fields.flatMap((field) => {
    const [from, to] = [old[field], now[field]]
    if (Object.is(from, to) || JSON.stringify(from) === JSON.stringify(to)) return []
    const isHidden = hidden.includes(field) || secretName.test(field)
    const values = [from ?? null, to ?? null].map(plain)
    if (isHidden || values.includes(undefined)) return [{ field }]
    return [{ field, from: values[0]!, to: values[1]! }]
  })
}

function plain(value: unknown): AuditChange['from'] {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') {
    if (sealed.test(value)) return undefined
    return value.length > valueLengthMax ? `${value.slice(0, valueLengthMax)}…` : value
  }
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}
