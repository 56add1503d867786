import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { findConnectionToAsk } from '../connection/running/connection-channel'
import { type Accounts, findAccounts, lookupPauseMs } from '../contact/identity/find-accounts'
import { phoneKey } from '../kernel/text/phone-number'
import { inBatches } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { statement } from '../kernel/database/statement'
import { reaction, recordEvent } from '../kernel/event/event-log'
import type { ConnectionId } from '../kernel/ids'
import { bringJobForward, enqueueJob, type FreshContext, type WaitingJob } from '../kernel/job/jobs'
import { addMs } from '../kernel/time/clock'
import { type ContactListItem, itemSearchText } from './contact-list-item.queries'
import { contactListRecords, getContactList } from './contact-list.record'
import { contactListItemTable, contactListTable } from './contact-list.tables'

const numbersPerAsk = 50
const jitterMs = 500
const offlineMs = 60_000
const resetAtOnce = 1000

type UncheckedItem = Pick<ContactListItem, 'id' | 'name' | 'number' | 'email'>

const checkKey = (listId: number) => `contactList check ${listId}`

const { id, listId, name, number, email, isValid } = contactListItemTable
const { items, valid, invalid } = contactListTable

interface OfList {
  listId: number
}

const statements = {
  unfinished: statement((db) =>
    db
      .select({ id: contactListTable.id })
      .from(contactListTable)
      .where(sql`${items} > ${valid} + ${invalid}`)
      .orderBy(asc(contactListTable.id)),
  ),
  unchecked: statement((db, of: OfList & { max: number }) =>
    db
      .select({ id, name, number, email })
      .from(contactListItemTable)
      .where(and(eq(listId, of.listId), isNull(isValid)))
      .orderBy(asc(id))
      .limit(of.max),
  ),
  // A number changed meanwhile is verified again.
  checked: statement(
    (db, of: Pick<UncheckedItem, 'id' | 'number'> & { isValid: boolean; now: Date; spelling: string; text: string }) =>
      db
        .update(contactListItemTable)
        .set({ isValid: of.isValid, checkedAt: of.now, number: of.spelling, searchText: of.text })
        .where(and(eq(id, of.id), eq(number, of.number), isNull(isValid))),
  ),
  reset: statement((db, of: OfList & { after: number }) =>
    db
      .update(contactListItemTable)
      .set({ isValid: null })
      .where(
        inArray(
          id,
          db
            .select({ id })
            .from(contactListItemTable)
            .where(and(eq(listId, of.listId), gt(id, of.after)))
            .orderBy(asc(id))
            .limit(resetAtOnce),
        ),
      )
      .returning({ id }),
  ),
}

/** Lists share a connection's pace and take turns. Closing the file loses it, which repeats nothing. */
const pacing = perCompany(() => ({
  nextAsk: new Map<ConnectionId, number>(),
  turns: 0,
  lastTurn: new Map<number, number>(),
  asking: new Set<number>(),
}))

export function planCheck(ctx: CompanyContext, listId: number) {
  if (listUnchecked(ctx, listId, 1).length === 0) return
  enqueueJob(ctx, 'contactList.check', { listId }, { dedupeKey: checkKey(listId) })
}

/** Continues all checks when a connection is up. */
export const continueChecks = reaction('connection.statusChanged', (ctx, { data }) => {
  if (data.status !== 'CONNECTED') return
  for (const { id } of statements.unfinished.all(ctx)) {
    planCheck(ctx, id)
    bringJobForward(ctx, checkKey(id))
  }
})

/** @throws Refusal ERR_NO_CONTACT_LIST_FOUND */
export async function checkListAgain(ctx: CompanyContext, listId: number) {
  contactListRecords.assertMayChange(ctx)
  getContactList(ctx, listId)
  let after: number | undefined = 0
  await inBatches<number>(ctx, {
    next: () => (after === undefined ? [] : [after]),
    work(from) {
      const ids = statements.reset.all(ctx, { listId, after: from }).map(({ id }) => id)
      planCheck(ctx, listId)
      after = ids.length === 0 ? undefined : Math.max(...ids)
    },
    pace: 0,
  })
  return ctx.transaction(() => {
    recordEvent(ctx, 'contactListItems.changed', {}, { inListId: listId })
    return contactListRecords.present(ctx, getContactList(ctx, listId))
  })
}

/** Some numbers of the list whose turn it is; continues until this list is checked. */
export const checkListJob: WaitingJob<'contactList.check'> = {
  lane: 'waiting',
  isBulk: true,
  attemptsMax: 10,
  mayRunEarly: true,
  timeLimitMs: 60_000,
  async run(freshContext, { listId }, signal) {
    const ctx = freshContext()
    if (listUnchecked(ctx, listId, 1).length === 0) return undefined
    const connectionId = findConnectionToAsk(ctx)
    if (connectionId === undefined) return addMs(ctx.now, offlineMs)
    const nowMs = ctx.now.getTime()
    const { nextAsk } = pacing(ctx.company)
    const dueMs = nextAsk.get(connectionId) ?? 0
    // A later time remains from before the clock was set back.
    if (dueMs > nowMs && dueMs <= nowMs + lookupPauseMs + jitterMs) return new Date(dueMs)
    const turnId = takeTurn(ctx)
    if (turnId === undefined) return addMs(ctx.now, lookupPauseMs)
    nextAsk.set(connectionId, nowMs + lookupPauseMs + Math.random() * jitterMs)
    const isOwn = turnId === listId
    // The failure of another list is left to its own job.
    const isAnswered = await ask(freshContext, turnId, connectionId, signal).catch((error: unknown) => {
      if (isOwn) throw error
      return false
    })
    const later = freshContext()
    if (!isAnswered && isOwn) return addMs(later.now, offlineMs)
    return listUnchecked(later, listId, 1).length === 0 ? undefined : addMs(later.now, lookupPauseMs)
  },
}

/** The longest ago, of those not being asked. */
function takeTurn(ctx: CompanyContext): number | undefined {
  const state = pacing(ctx.company)
  const last = ({ id }: { id: number }) => state.lastTurn.get(id) ?? 0
  const lists = statements.unfinished.all(ctx)
  const [next] = lists.filter(({ id }) => !state.asking.has(id)).toSorted((a, b) => last(a) - last(b))
  if (next) state.lastTurn.set(next.id, ++state.turns)
  return next?.id
}

async function ask(freshContext: FreshContext, listId: number, connectionId: ConnectionId, signal: AbortSignal) {
  const ctx = freshContext()
  const items = listUnchecked(ctx, listId, numbersPerAsk)
  const { asking } = pacing(ctx.company)
  const end = () => void asking.delete(listId)
  asking.add(listId)
  signal.addEventListener('abort', end, { once: true })
  try {
    const numbers = items.map(({ number }) => number)
    const accounts = await findAccounts(ctx, numbers, connectionId)
    if (accounts) noteAnswers(freshContext(), listId, items, accounts)
    return accounts !== undefined
  } finally {
    end()
  }
}

function listUnchecked(ctx: CompanyContext, listId: number, limit: number) {
  return statements.unchecked.all(ctx, { listId, max: limit })
}

function noteAnswers(ctx: CompanyContext, listId: number, items: readonly UncheckedItem[], accounts: Accounts) {
  ctx.transaction(() => {
    for (const { id, name, number, email } of items) {
      const found = accounts.get(phoneKey(number))
      const spelling = found !== undefined && phoneKey(found) === phoneKey(number) ? found : number
      const text = itemSearchText(name, spelling, email)
      statements.checked.run(ctx, { id, number, isValid: found !== undefined, now: ctx.now, spelling, text })
    }
    recordEvent(ctx, 'contactListItems.changed', {}, { inListId: listId })
  })
}
