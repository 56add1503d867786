import { getTableName, type SQL } from 'drizzle-orm'
import { type ContactRow, findContactRow } from '../../contact/contact.queries'
import { inBatches, type LongWork } from '../../kernel/company/batches'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { overwriting, overwritingWords } from '../../kernel/database/without-trace'
import { enqueueJob, type FreshContext, type WaitingJob } from '../../kernel/job/jobs'
import type { ContactId, MessageId, UserId } from '../../kernel/ids'
import type { Person, PersonRows } from '../../kernel/person/person-data'
import { hourMs } from '../../kernel/time/durations.contract'
import { audit, type Platform } from '../../platform/platform'
import { type Known, knownOf, messagesInGroups, personOf } from '../find-person'
import { conditionsOf, eraseJobKind, listPersonRows } from '../person-rows'
import { erasureOf, findErasure } from './find-erasure'
import { personErasureTable } from './person-erasure.tables'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'person.erase': { contactId: ContactId }
  }
}

/** Closes her tickets, withdraws what is to be sent to her, and forgets her addresses. The job erases the rest. Logged. */
export function beginErasure(platform: Platform, ctx: CompanyContext, { id: contactId }: ContactRow) {
  const userId = actingUserId(ctx.actor)
  transaction(ctx, () => {
    planErasure(ctx, contactId, userId)
    begin(ctx, contactId)
  })
  audit(platform, 'person.erased', { companyId: ctx.company.id, userId }, { contactId })
}

export function planErasure(ctx: CompanyContext, contactId: ContactId, userId?: UserId) {
  ctx.db.insert(personErasureTable).values({ contactId, userId, createdAt: ctx.now }).onConflictDoNothing().run()
  enqueueJob(ctx, eraseJobKind, { contactId }, { dedupeKey: `${eraseJobKind} ${contactId}` })
}

/** Undefined when somebody deleted the contact since it was planned. */
function begin(ctx: CompanyContext, contactId: ContactId): Known | undefined {
  const contact = findContactRow(ctx, contactId)
  if (!contact) return undefined
  const known = knownOf(ctx, contact)
  ctx.db.update(personErasureTable).set({ known }).where(erasureOf(contactId)).run()
  const person = personOf(ctx, known)
  for (const domain of ctx.company.services.ports.people) domain.begin?.(ctx, person)
  for (const rows of listPersonRows(ctx)) {
    if (rows.atOnce) for (const condition of conditionsOf(ctx, rows, person)) eraseRows(ctx, rows, condition)
  }
  return known
}

function transaction<Result>(
  ctx: CompanyContext,
  fn: () => Result extends PromiseLike<unknown> ? never : Result,
): Result {
  const { sqlite } = ctx.company
  // `fn` returns no promise, which the type of the inner call does not show.
  return overwriting(sqlite, () => ctx.transaction(() => overwritingWords(sqlite, fn) as never))
}

function eraseRows({ db }: CompanyContext, { table, erase }: PersonRows, condition: SQL) {
  if (erase === 'rows') db.delete(table).where(condition).run()
  else if (typeof erase === 'object') db.update(table).set(erase.set).where(condition).run()
}

export const erasePersonJob: WaitingJob<'person.erase'> = {
  lane: 'waiting',
  isBulk: true,
  attemptsMax: 1000,
  timeLimitMs: hourMs,
  run: (freshContext, { contactId }) => erasePerson(freshContext, contactId),
}

/** Erases what is left. Does nothing when nothing was planned. */
export async function erasePerson(
  freshContext: FreshContext,
  contactId: ContactId,
  progress: (table: string) => void = () => {},
) {
  const ctx = freshContext()
  const erasure = findErasure(ctx, contactId)
  if (!erasure) return
  const known = erasure.known ?? transaction(ctx, () => begin(ctx, contactId))
  if (!known) return end(ctx, contactId)
  const work = <Unit>(units: LongWork<Unit>) =>
    inBatches({ transaction: (fn) => transaction(freshContext(), fn) }, units)
  const person = { ...personOf(ctx, known), messageIds: await listMessagesInGroups(ctx, known) }
  for (const rows of listPersonRows(ctx)) {
    progress(getTableName(rows.table))
    if (rows.erase === 'rows' || typeof rows.erase === 'object') await work(rowsToErase(ctx, rows, person))
  }
  progress('message')
  for (const { erase = [] } of ctx.company.services.ports.people.toReversed()) {
    for (const make of erase) await work(make(ctx, person))
  }
  end(freshContext(), contactId)
}

function end(ctx: CompanyContext, contactId: ContactId) {
  transaction(ctx, () => void ctx.db.delete(personErasureTable).where(erasureOf(contactId)).run())
  ctx.company.checkpoints.truncate()
}

async function listMessagesInGroups(ctx: CompanyContext, known: Pick<Person, 'contactId'>) {
  const found: MessageId[] = []
  const pages = messagesInGroups(ctx, known)
  await inBatches(ctx, {
    next: () => valueOf(pages.next()),
    work: (page: MessageId[]) => void found.push(...page),
  })
  return found
}

function rowsToErase(ctx: CompanyContext, rows: PersonRows, person: Person): LongWork<SQL> {
  const conditions = conditionsOf(ctx, rows, person)
  return {
    next: () => valueOf(conditions.next()),
    work: (condition) => eraseRows(ctx, rows, condition),
  }
}

const valueOf = <Value>({ done, value }: IteratorResult<Value, void>): Value[] => (done ? [] : [value as Value])
