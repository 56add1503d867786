import { mustMask } from '../contact/mask-number'
import { searchContacts } from '../contact/search-contacts'
import type { CompanyContext } from '../kernel/company-context'
import { plainText } from '../kernel/plain-text'
import { isSettingEnabled } from '../setting/setting.queries'
import { boundsOfDay } from '../kernel/day-bounds'
import type { ListTicketsQuery } from './ticket.contract'
import { canFilterByUser } from './ticket.policy'
import { add, type Conditions, conditions, list, preparedStatement } from './ticket-sql'

/** Everything of the inbox's filters but the scope; `none` when nothing narrows the scope. */
export function ticketFilter(ctx: CompanyContext, query: ListTicketsQuery): Conditions {
  const found = conditions()
  const { users, whatsapps, statusFilter, tags } = query
  if (users.length > 0 && canFilterByUser(ctx.actor)) add(found, `t.user_id IN ${list}`, JSON.stringify(users))
  if (whatsapps.length > 0) add(found, `t.connection_id IN ${list}`, JSON.stringify(whatsapps))
  if (statusFilter.length > 0) add(found, `+t.status IN ${list}`, JSON.stringify(statusFilter))
  if (tags.length > 0) addTags(found, tags)
  if (query.withUnreadMessages) add(found, 't.unread_messages > 0')
  addDay(ctx, found, 't.created_at', query.date)
  addDay(ctx, found, 't.updated_at', query.updatedAt)
  return found
}

/** Every one of the tags, on the contact or, for lanes, on the ticket. */
function addTags(to: Conditions, tags: readonly number[]) {
  for (const tag of tags) {
    add(
      to,
      `(t.contact_id IN (SELECT contact_id FROM contact_tag WHERE tag_id = ?)
         OR t.id IN (SELECT ticket_id FROM ticket_tag WHERE tag_id = ?))`,
      tag,
      tag,
    )
  }
}

function addDay(ctx: CompanyContext, to: Conditions, column: string, day: string | undefined) {
  if (!day) return
  const { timeZone } = ctx.company.services.about(ctx.company.id)
  const { startMs, endMs } = boundsOfDay(day, timeZone)
  add(to, `${column} >= ? AND ${column} < ?`, startMs, endMs)
}

/** Messages looked at for one search, newest first: bounds its time on a word that everybody uses. */
const messageHitsMax = 5000

/** The text of a search, against names and numbers and, when asked, against what was written. */
export function ticketSearch(
  ctx: CompanyContext,
  query: Pick<ListTicketsQuery, 'searchParam' | 'searchOnMessages'>,
): Conditions | undefined {
  const text = plainText(query.searchParam)
  if (text === '') return undefined
  const found = conditions()
  const contact = searchContacts(ctx, text)
  const words = query.searchOnMessages ? messageWords(ctx, text) : ''
  if (words === '') {
    add(found, `t.contact_id IN (${contact.text})`, ...contact.values)
    return found
  }
  const hidden = isSettingEnabled(ctx, 'enableLGPD') && isSettingEnabled(ctx, 'lgpdDeleteMessage')
  add(
    found,
    `(t.contact_id IN (${contact.text}) OR t.id IN (
       SELECT m.ticket_id FROM (
         SELECT rowid FROM message_search WHERE message_search MATCH ? ORDER BY rowid DESC LIMIT ${messageHitsMax}
       ) hit JOIN message m ON m.id = hit.rowid ${hidden ? 'WHERE m.is_deleted = 0' : ''}))`,
    ...contact.values,
    words,
  )
  return found
}

const prefixLettersMin = 3
/** With this many whole words found, the beginnings of longer ones are not looked for: that reads every word of the index. */
const wholeWordsEnough = 200

/** All words must occur; the last may still be being typed. The index keeps words without their places, so no phrases. */
function messageWords(ctx: CompanyContext, text: string) {
  const words = text
    .split(/[^\p{L}\p{N}\p{Co}]+/u)
    .filter((word) => word !== '')
    .slice(0, wordsMax)
  const whole = words.map((word) => `"${word}"`).join(' AND ')
  const last = words.at(-1) ?? ''
  // The beginning of a hidden number would tell it digit by digit.
  const isGuess = /^\d+$/.test(last) && mustMask(ctx)
  if ([...last].length < prefixLettersMin || isGuess) return whole
  const counted = preparedStatement<{ n: number }>(
    ctx,
    `SELECT count(*) AS n FROM (SELECT 1 FROM message_search WHERE message_search MATCH ? LIMIT ${wholeWordsEnough})`,
  ).get(whole)
  return counted?.n === wholeWordsEnough ? whole : `${whole}*`
}

const wordsMax = 10
