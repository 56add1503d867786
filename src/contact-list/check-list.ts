import '../connection/connection-status.events'
import { findConnectionToAsk } from '../connection/running/connection-channel'
import { type Accounts, findAccounts } from '../contact/identity/find-accounts'
import { phoneKey } from '../contact/number/phone-number'
import { nextTurn } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { reaction, recordEvent } from '../kernel/event/event-log'
import type { ConnectionId } from '../kernel/ids'
import { bringJobForward, enqueueJob, type WaitingJob } from '../kernel/job/jobs'
import { addMs } from '../kernel/time/clock'
import { itemSearchText } from './contact-list-item.queries'
import './contact-list.events'
import './contact-list.jobs.types'
import { assertMayManageLists, getContactList, presentContactList } from './contact-list.records'

const numbersPerAsk = 50
/** Providers treat faster requests as an attack. */
const pauseMs = 2000
const jitterMs = 500
/** Delay before the next attempt while no connection is available. */
const offlineMs = 60_000
const resetAtOnce = 1000

interface UncheckedItem {
  id: number
  name: string
  number: string
  email: string
}

const checkKey = (listId: number) => `contactList check ${listId}`

const statements = perCompany(({ sqlite }) => ({
  unfinished: sqlite.prepare<{ id: number }, []>('SELECT id FROM contact_list WHERE items > valid + invalid'),
  unchecked: sqlite.prepare<UncheckedItem, [number, number]>(
    'SELECT id, name, number, email FROM contact_list_item WHERE list_id = ? AND is_valid IS NULL ORDER BY id LIMIT ?',
  ),
  // An item whose number was changed meanwhile is verified again.
  checked: sqlite.prepare<unknown, (string | number)[]>(
    `UPDATE contact_list_item SET is_valid = ?1, checked_at = ?2, number = ?3, search_text = ?4
     WHERE id = ?5 AND number = ?6 AND is_valid IS NULL`,
  ),
  reset: sqlite.prepare<{ id: number }, [number, number, number]>(
    `UPDATE contact_list_item SET is_valid = NULL WHERE id IN
       (SELECT id FROM contact_list_item WHERE list_id = ? AND id > ? ORDER BY id LIMIT ?) RETURNING id`,
  ),
}))

/** When each connection may be asked again (ms since 1970); lists share its pace. */
const nextAsk = perCompany(() => new Map<ConnectionId, number>())

/** Schedules the verification of the list's unverified numbers. */
export function planCheck(ctx: CompanyContext, listId: number) {
  if (listUnchecked(ctx, listId, 1).length === 0) return
  enqueueJob(ctx, 'contactList.check', { listId }, { dedupeKey: checkKey(listId) })
}

/** Continues all checks at once when a connection is up again. */
export const continueChecks = reaction('connection.statusChanged', (ctx, { data }) => {
  if (data.status !== 'CONNECTED') return
  for (const { id } of statements(ctx.company).unfinished.all()) {
    planCheck(ctx, id)
    bringJobForward(ctx, checkKey(id))
  }
})

/** Asks about all numbers of the list again. @throws Refusal ERR_NO_CONTACT_LIST_FOUND */
export async function checkListAgain(ctx: CompanyContext, listId: number) {
  assertMayManageLists(ctx)
  getContactList(ctx, listId)
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after
    after = ctx.transaction(() => {
      const ids = statements(ctx.company)
        .reset.all(listId, from, resetAtOnce)
        .map(({ id }) => id)
      planCheck(ctx, listId)
      return ids.length === 0 ? undefined : Math.max(...ids)
    })
    await nextTurn()
  }
  return ctx.transaction(() => {
    recordEvent(ctx, 'contactListItems.changed', {}, { inListId: listId })
    return presentContactList(getContactList(ctx, listId))
  })
}

/** Asks about some numbers, stores the answers, and continues later until all are checked. */
export const checkListJob: WaitingJob<'contactList.check'> = {
  lane: 'waiting',
  attemptsMax: 10,
  mayRunEarly: true,
  timeLimitMs: 60_000,
  async run(freshContext, { listId }) {
    const ctx = freshContext()
    const items = listUnchecked(ctx, listId, numbersPerAsk)
    if (items.length === 0) return undefined
    const connectionId = findConnectionToAsk(ctx)
    if (connectionId === undefined) return addMs(ctx.now, offlineMs)
    const nowMs = ctx.now.getTime()
    const pace = nextAsk(ctx.company)
    const dueMs = pace.get(connectionId) ?? 0
    // A later time remains from before the clock was set back.
    if (dueMs > nowMs && dueMs <= nowMs + pauseMs + jitterMs) return new Date(dueMs)
    pace.set(connectionId, nowMs + pauseMs + Math.random() * jitterMs)
    const numbers = items.map(({ number }) => number)
    const accounts = await findAccounts(ctx, numbers, connectionId)
    const later = freshContext()
    if (!accounts) return addMs(later.now, offlineMs)
    noteAnswers(later, listId, items, accounts)
    return listUnchecked(later, listId, 1).length === 0 ? undefined : addMs(later.now, pauseMs)
  },
}

function listUnchecked(ctx: CompanyContext, listId: number, limit: number) {
  return statements(ctx.company).unchecked.all(listId, limit)
}

function noteAnswers(ctx: CompanyContext, listId: number, items: readonly UncheckedItem[], accounts: Accounts) {
  const { checked } = statements(ctx.company)
  ctx.transaction(() => {
    for (const { id, name, number, email } of items) {
      const found = accounts.get(phoneKey(number))
      const spelling = found !== undefined && phoneKey(found) === phoneKey(number) ? found : number
      const text = itemSearchText(name, spelling, email)
      checked.run(found === undefined ? 0 : 1, ctx.now.getTime(), spelling, text, id, number)
    }
    recordEvent(ctx, 'contactListItems.changed', {}, { inListId: listId })
  })
}
