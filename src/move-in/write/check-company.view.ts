import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { countOrphans, findDamage } from '../../kernel/database/database'
import { statement } from '../../kernel/database/statement'
import { flagOf, momentOf } from '../../kernel/move-in/source-values'
import type { SourceRow } from '../../kernel/move-in/move-in-step'
import { stateOf } from '../../message/message.move-in'
import { messageTable } from '../../message/message.tables'
import { importMapTable } from '../move-in.tables'
import type { ImportBook, Linked } from './import-book'
import type { Scratch } from './scratch'

/** Theirs, ours, messages, and the first and last of them. */
type TicketLine = [old: string, id: number, messages: number, first: string, last: string]

interface Difference {
  ticket: string
  message: string
  field: string
  theirs: string
  ours: string
}

export interface CompanyCheck {
  damage: string | null
  orphans: number
  tickets: { compared: number; different: { old: string; theirs: string; ours: string }[]; lines: TicketLine[] }
  conversations: { compared: number; messages: number; different: Difference[] }
}

const conversationsMax = 200
const messagesMax = 500
const shownMax = 200
const linesMax = 50_000

const statements = {
  figures: statement((db, of: { source: number }) => {
    const { createdAt, ticketId, id } = messageTable
    return db
      .select({
        old: importMapTable.old,
        id: importMapTable.new,
        n: count(id),
        first: sql<number | null>`min(${createdAt})`,
        last: sql<number | null>`max(${createdAt})`,
      })
      .from(importMapTable)
      .leftJoin(messageTable, eq(ticketId, importMapTable.new))
      .where(and(eq(importMapTable.source, of.source), eq(importMapTable.tableName, 'Tickets')))
      .groupBy(importMapTable.old)
  }),
  some: statement((db, of: { source: number; max: number }) =>
    db
      .select({ old: importMapTable.old, id: importMapTable.new })
      .from(importMapTable)
      .where(and(eq(importMapTable.source, of.source), eq(importMapTable.tableName, 'Tickets')))
      .orderBy(sql`random()`)
      .limit(of.max),
  ),
}

export function checkCompany(ctx: CompanyContext, scratch: Scratch, book: ImportBook): CompanyCheck {
  return {
    damage: findDamage(ctx.company.sqlite) ?? null,
    orphans: countOrphans(ctx.company.sqlite),
    tickets: compareTickets(ctx, scratch, book),
    conversations: compareConversations(ctx, scratch, book),
  }
}

const isoOf = (ms: number | null | undefined) => (ms === null || ms === undefined ? '' : new Date(ms).toISOString())

function compareTickets(ctx: CompanyContext, scratch: Scratch, book: ImportBook): CompanyCheck['tickets'] {
  const theirs = new Map(scratch.messageFigures().map((row) => [row.ticketId, row]))
  const different: CompanyCheck['tickets']['different'] = []
  const lines: TicketLine[] = []
  let compared = 0
  for (const { old, id, n, first, last } of statements.figures.iterate(ctx, { source: book.source })) {
    compared++
    const own: TicketLine = [old, id, n, isoOf(first), isoOf(last)]
    if (lines.length < linesMax) lines.push(own)
    const source = theirs.get(old)
    const expected = source
      ? [source.n, isoOf(momentOf(source.first)?.getTime()), isoOf(momentOf(source.last)?.getTime())]
      : [0, '', '']
    // In use, it has got others since.
    const isSame = n === expected[0] ? own[3] === expected[1] && own[4] === expected[2] : n > Number(expected[0])
    if (!isSame && different.length < shownMax)
      different.push({ old, theirs: expected.join(' '), ours: own.slice(2).join(' ') })
  }
  return { compared, different, lines }
}

function compareConversations(ctx: CompanyContext, scratch: Scratch, book: ImportBook): CompanyCheck['conversations'] {
  const different: Difference[] = []
  let compared = 0
  let messages = 0
  for (const { old, id } of statements.some.all(ctx, { source: book.source, max: conversationsMax })) {
    compared++
    const rows = scratch.find('Messages', 'ticketId', old).slice(0, messagesMax)
    const keys = rows.map((row) => (scratch.summary.dialect === 'T' ? `${row['id']}@${old}` : (row['id'] ?? '')))
    const ids = keys.map((key) => book.find('Messages', key))
    const known = ids.filter((one) => one !== undefined)
    const ours = new Map(
      ctx.db
        .select()
        .from(messageTable)
        .where(inArray(messageTable.id, known))
        .all()
        .map((row) => [row.id, row]),
    )
    for (const [index, row] of rows.entries()) {
      if (row['mediaType'] === 'reactionMessage') continue
      messages++
      const own = ours.get(ids[index] ?? 0)
      if (own && isChangedHere(book.recall('Messages', keys[index] ?? ''), own)) continue
      for (const [field, expected, found] of fieldsOf(row, own, id))
        if (expected !== found && different.length < shownMax)
          different.push({
            ticket: old,
            message: row['id'] ?? '',
            field,
            theirs: expected.slice(0, 200),
            ours: found.slice(0, 200),
          })
    }
  }
  return { compared, messages, different }
}

const isChangedHere = (known: Linked | undefined, own: NonNullable<Own>) =>
  known !== undefined && known.state !== null && known.state !== stateOf(own)

type Own = typeof messageTable.$inferSelect | undefined

function fieldsOf(row: SourceRow, own: Own, ticketId: number): [field: string, theirs: string, ours: string][] {
  if (!own) return [['message', 'there', 'missing']]
  const isText = !/location|vcard|contact/i.test(row['mediaType'] ?? '')
  return [
    ['ticket', String(ticketId), String(own.ticketId)],
    ...(isText ? [['body', (row['body'] ?? '').replaceAll('\0', ''), own.body] as [string, string, string]] : []),
    ['createdAt', momentOf(row['createdAt'])?.toISOString() ?? '', own.createdAt.toISOString()],
    ['fromMe', String(flagOf(row['fromMe'])), String(own.fromMe)],
    ['isDeleted', String(flagOf(row['isDeleted'])), String(own.isDeleted)],
    ['isPrivate', String(flagOf(row['isPrivate'])), String(own.isPrivate)],
    ['ack', String(Math.min(5, Math.max(0, Number(row['ack'] ?? 0)))), String(own.ack)],
    ['quote', row['quotedMsgId'] ? 'there' : 'none', own.quotedMessageId === null ? 'none' : 'there'],
    ['sent again', 'no', own.sendState === null ? 'no' : own.sendState],
  ]
}
