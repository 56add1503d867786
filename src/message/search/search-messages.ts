import { count, desc, eq, gte, sql, or } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { maskText } from '../../contact/number/mask-number'
import { statement } from '../../kernel/database/statement'
import type { CompanyContext } from '../../kernel/company/company-context'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { MessageId, TicketId } from '../../kernel/ids'
import { messageSearchTable, messageSearchWordTable, messageTable, transcriptionSearchTable } from '../message.tables'
import { indexNewMessages } from './index-messages'
import { wholeText } from './message-excerpts.view'
import { type DeletedMessages, deletedMessagesOf, type MatchingTickets } from '../../ticket/ticket.queries'
import { inList } from '../../kernel/database/expressions'
import { mustMask } from '../../setting/setting.queries'

/** Matches read per search, newest first. Limits the time for common words. */
const messageHitsMax = 5000
const readAgainMax = 1000
const charactersReadAgainMax = 500_000
const wordsMax = 10
const prefixLettersMin = 3
const prefixWordsMax = 40
/** With more longer words than that, the prefix is searched only below this many matches of the whole word. */
const wholeWordsEnough = 200

export function searchMessages(ctx: CompanyContext, text: string): MatchingTickets | undefined {
  const words = (text.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []).slice(0, wordsMax)
  if (words.length === 0) return undefined
  indexNewMessages(ctx)
  const matching: Matching = { body: matchingOf(ctx, words), spoken: `${words.map(quoted).join(' AND ')}*` }
  const digits = words.filter((word) => /\d/.test(word))
  if (digits.length > 0 && mustMask(ctx)) return searchReadable(ctx, matching, digits)
  const found = statements.newest.all(ctx, { ...matching, ...deletedMessagesOf(ctx) })
  const hits = new Map<TicketId, MessageId>()
  for (const { id, ticketId } of found.slice(0, messageHitsMax)) {
    if (ticketId !== null && !hits.has(ticketId)) hits.set(ticketId, id)
  }
  return { hits, isCut: found.length > messageHitsMax }
}

interface Matching {
  body: string
  spoken: string
}

const [search, spokenSearch] = [messageSearchTable, transcriptionSearchTable]

const hitsUpTo = (db: BunSQLiteDatabase, { body, spoken }: Matching, limit: number) =>
  db
    .select({ id: search.rowid })
    .from(search)
    .where(sql`${search} MATCH ${body}`)
    .unionAll(
      db
        .select({ id: spokenSearch.rowid })
        .from(spokenSearch)
        .where(sql`${spokenSearch} MATCH ${spoken}`),
    )
    .orderBy(({ id }) => desc(id))
    .limit(limit)
    .as('hit')

/** Null for a message that nobody sees any more, which counts as read. */
const visibleTicketId = (of: DeletedMessages) =>
  sql<TicketId | null>`iif(${isVisible(of)}, ${messageTable.ticketId}, NULL)`

const statements = {
  newest: statement((db, of: Matching & DeletedMessages) => {
    const hit = hitsUpTo(db, of, messageHitsMax + 1)
    return db
      .select({ id: hit.id, ticketId: visibleTicketId(of) })
      .from(hit)
      .crossJoin(messageTable)
      .where(eq(messageTable.id, hit.id))
  }),
  texts: statement((db, of: Matching & DeletedMessages) => {
    const hit = hitsUpTo(db, of, readAgainMax + 1)
    return db
      .select({ id: hit.id, ticketId: visibleTicketId(of), body: wholeText })
      .from(hit)
      .crossJoin(messageTable)
      .where(eq(messageTable.id, hit.id))
  }),
  nextWord: statement((db, of: { least: string }) => {
    const { term } = messageSearchWordTable
    return db.select({ term }).from(messageSearchWordTable).where(gte(term, of.least)).limit(1)
  }),
  count: statement((db, of: { matching: string; limit: number }) => {
    const some = db
      .select({ id: search.rowid })
      .from(search)
      .where(sql`${search} MATCH ${of.matching}`)
      .limit(of.limit)
    return db.select({ n: count() }).from(some.as('some'))
  }),
}

/** The last word may be a prefix. The index has no positions, so no phrases. */
function matchingOf(ctx: CompanyContext, words: readonly string[]) {
  const whole = words.map(quoted)
  const last = words.at(-1) ?? ''
  if ([...last].length < prefixLettersMin) return whole.join(' AND ')
  const begun = wordsBeginningWith(ctx, last)
  if (begun) whole[whole.length - 1] = `(${[last, ...begun].map(quoted).join(' OR ')})`
  else if (countHits(ctx, whole.join(' AND '), wholeWordsEnough) < wholeWordsEnough) whole[whole.length - 1] += '*'
  return whole.join(' AND ')
}

const quoted = (word: string) => `"${word}"`

/** Undefined if there are many: SQLite's own prefix queries read every message of every word first. */
function wordsBeginningWith(ctx: CompanyContext, letters: string): string[] | undefined {
  const found: string[] = []
  for (let word = letters; found.length <= prefixWordsMax; found.push(word)) {
    // A word has as many rows as messages.
    const next = statements.nextWord.get(ctx, { least: `${word}\u0001` })?.term
    if (!next?.startsWith(letters)) return found
    word = next
  }
  return undefined
}

function countHits(ctx: CompanyContext, matching: string, limit: number) {
  return statements.count.get(ctx, { matching, limit })?.n ?? 0
}

/** Digits match only where they stay visible. */
function searchReadable(ctx: CompanyContext, matching: Matching, digits: readonly string[]): MatchingTickets {
  const found = statements.texts.iterate(ctx, { ...matching, ...deletedMessagesOf(ctx) })
  const hits = new Map<TicketId, MessageId>()
  let [hitsRead, charactersRead] = [0, 0]
  for (const { id, ticketId, body } of found) {
    hitsRead++
    charactersRead += body.length
    if (hitsRead > readAgainMax || charactersRead > charactersReadAgainMax) return { hits, isCut: true }
    if (ticketId === null || hits.has(ticketId)) continue
    const visibleBody = foldText(maskText(ctx, body))
    if (digits.every((word) => visibleBody.includes(word))) hits.set(ticketId, id)
  }
  return { hits, isCut: false }
}

export const isVisible = ({ byCompany, others }: Pick<DeletedMessages, 'byCompany' | 'others'>) => {
  const { isDeleted, connectionId } = messageTable
  return or(eq(isDeleted, false), sql`${byCompany} = ifnull(${inList(connectionId, others)}, 0)`)
}
