import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { QueueSet, ScopeBranch } from './ticket-scope'
import { ticketStatuses } from '../ticket-status'

type Value = string | number
/** Conditions joined by AND, with their parameters in order. */
export interface Conditions {
  texts: string[]
  values: Value[]
}

export function conditions(): Conditions {
  return { texts: [], values: [] }
}

export function add(to: Conditions, text: string, ...values: Value[]) {
  to.texts.push(text)
  to.values.push(...values)
}

export function join(...parts: readonly Conditions[]): Conditions {
  return { texts: parts.flatMap(({ texts }) => texts), values: parts.flatMap(({ values }) => values) }
}

export function whereOf({ texts }: Conditions) {
  return texts.length === 0 ? '1' : texts.join(' AND ')
}

export function branchOfTickets(ctx: CompanyContext, branch: ScopeBranch): Conditions {
  const found = conditions()
  addStatuses(found, branch, 't.status')
  const me = actingUserId(ctx.actor) ?? 0
  if (branch.owner === 'me') add(found, 't.user_id = ?', me)
  if (branch.owner === 'nobody') add(found, 't.user_id IS NULL')
  if (branch.owner === 'notMe') add(found, 't.user_id IS NOT ?', me)
  if (branch.snoozed) add(found, `t.snoozed_until IS ${branch.snoozed === 'only' ? 'NOT ' : ''}NULL`)
  addQueues(found, branch.queues, 't.queue_id', 't.queue_id IS NULL')
  return found
}

/** A branch as conditions on the maintained counts, where 0 means no owner and no queue. */
export function branchOfCounts(ctx: CompanyContext, branch: ScopeBranch): Conditions {
  const found = conditions()
  addStatuses(found, branch, 'status')
  const me = actingUserId(ctx.actor) ?? 0
  if (branch.owner === 'me') add(found, 'user_id = ?', me)
  if (branch.owner === 'nobody') add(found, 'user_id = 0')
  if (branch.owner === 'notMe') add(found, 'user_id <> ?', me)
  if (branch.snoozed) add(found, `snoozed = ${branch.snoozed === 'only' ? 1 : 0}`)
  addQueues(found, branch.queues, 'queue_id', 'queue_id = 0')
  return found
}

function addStatuses(to: Conditions, { statuses }: ScopeBranch, column: string) {
  const [only, second] = statuses
  // Written out, because only then SQLite uses an index of some statuses.
  if (only && !second) add(to, `${column} = '${only}'`)
  // The plus keeps SQLite from reading the newest tickets in order with the index on status.
  else if (statuses.length < ticketStatuses.length) add(to, `+${column} IN ${list}`, JSON.stringify(statuses))
}

export const list = '(SELECT value FROM json_each(?))'

/** Up to this length, placeholders are faster than reading the list from JSON. */
const listedMax = 20

function addQueues(to: Conditions, { kind, ids, none }: QueueSet, column: string, isNone: string) {
  const isShort = ids.length <= listedMax
  const among = isShort ? `(${ids.map(() => '?').join(', ')})` : list
  const values = isShort ? ids : [JSON.stringify(ids)]
  if (kind === 'except') {
    if (ids.length > 0 && none) add(to, `(${isNone} OR ${column} NOT IN ${among})`, ...values)
    else if (ids.length > 0) add(to, `NOT (${isNone}) AND ${column} NOT IN ${among}`, ...values)
    else if (!none) add(to, `NOT (${isNone})`)
  } else if (none) add(to, `(${isNone} OR ${column} IN ${among})`, ...values)
  else add(to, `${column} IN ${among}`, ...values)
}
