import { maskText, mustMask } from '../contact/mask-number'
import type { CompanyContext } from '../kernel/company-context'
import { foldText } from '../kernel/fold-text.contract'
import { deletedMessagesOf } from '../ticket/deleted-messages'
import { indexNewMessages } from './index-messages'
import type { MatchingTickets } from '../ticket/ticket-messages.port'
import { list, preparedStatement } from '../ticket/ticket-sql'

/** Matches read per search, newest first. Limits the time for common words. */
const messageHitsMax = 5000
/** The same where each match must be verified in the message itself. */
const readAgainMax = 1000
const charactersReadAgainMax = 500_000
const wordsMax = 10
const prefixLettersMin = 3
/** With this many matches of the whole word, prefixes are not searched, since that reads every word of the index. */
const wholeWordsEnough = 200

/** Tickets with messages that contain the folded text; undefined when it contains no word. */
export function searchMessages(ctx: CompanyContext, text: string): MatchingTickets | undefined {
  const words = text
    .split(/[^\p{L}\p{N}\p{Co}]+/u)
    .filter((word) => word !== '')
    .slice(0, wordsMax)
  if (words.length === 0) return undefined
  indexNewMessages(ctx)
  const matching = matchingOf(ctx, words)
  const digits = words.filter((word) => /\d/.test(word))
  if (digits.length > 0 && mustMask(ctx)) return searchReadable(ctx, matching, digits)
  const hits = newestHits(ctx, matching)
  const { visible } = deletedMessagesOf(ctx)
  return {
    text: `SELECT m.ticket_id FROM json_each(?) hit JOIN message m ON m.id = hit.value ${visible && `WHERE ${visible}`}`,
    values: [JSON.stringify(hits.slice(0, messageHitsMax))],
    isCut: hits.length > messageHitsMax,
  }
}

/** Cached, since common words have long lists and a page of tickets needs them several times. */
function newestHits(ctx: CompanyContext, matching: string): number[] {
  return preparedStatement<{ id: number }>(
    ctx,
    `SELECT rowid AS id FROM message_search WHERE message_search MATCH ? ORDER BY rowid DESC LIMIT ${messageHitsMax + 1}`,
  )
    .all(matching)
    .map(({ id }) => id)
}

/** All words must occur; the last may be a prefix. The index stores no positions, so phrases are not supported. */
function matchingOf(ctx: CompanyContext, words: readonly string[]) {
  const whole = words.map((word) => `"${word}"`).join(' AND ')
  if ([...(words.at(-1) ?? '')].length < prefixLettersMin) return whole
  return countHits(ctx, whole, wholeWordsEnough) === wholeWordsEnough ? whole : `${whole}*`
}

/** Number of messages that contain the words, up to `most`. */
function countHits(ctx: CompanyContext, matching: string, most: number) {
  const counted = preparedStatement<{ n: number }>(
    ctx,
    `SELECT count(*) AS n FROM (SELECT 1 FROM message_search WHERE message_search MATCH ? LIMIT ${most})`,
  ).get(matching)
  return counted?.n ?? 0
}

/** With hidden numbers, digits match only where they stay visible; other matches would reveal them. */
function searchReadable(ctx: CompanyContext, matching: string, digits: readonly string[]): MatchingTickets {
  const { visible } = deletedMessagesOf(ctx)
  const hits = preparedStatement<{ ticketId: number; body: string }>(
    ctx,
    `SELECT m.ticket_id AS ticketId, m.body FROM (
       SELECT rowid FROM message_search WHERE message_search MATCH ? ORDER BY rowid DESC LIMIT ${readAgainMax}
     ) hit JOIN message m ON m.id = hit.rowid ${visible && `WHERE ${visible}`}`,
  ).iterate(matching)
  const ticketIds = new Set<number>()
  let [hitsRead, charactersRead] = [0, 0]
  for (const { ticketId, body } of hits) {
    hitsRead++
    charactersRead += body.length
    if (charactersRead > charactersReadAgainMax) break
    const seen = ticketIds.has(ticketId) ? '' : foldText(maskText(ctx, body))
    if (seen !== '' && digits.every((word) => seen.includes(word))) ticketIds.add(ticketId)
  }
  const isCut = hitsRead === readAgainMax || charactersRead > charactersReadAgainMax
  return { text: list.slice(1, -1), values: [JSON.stringify([...ticketIds])], isCut }
}
