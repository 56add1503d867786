import { and, desc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isOther } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { MessageId } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import type { MessageRow } from '../message.queries'
import { isAutomatic, messageTable } from '../message.tables'

interface LoopSigns {
  automatic: number
  /** Since the contact last wrote a different text. */
  automaticSinceOther: number
  inbound: number
  inboundSinceOther: number
  repeats: number
}

const noSigns: LoopSigns = { automatic: 0, automaticSinceOther: 0, inbound: 0, inboundSinceOther: 0, repeats: 0 }

interface Considered extends Pick<MessageRow, 'ticketId' | 'body' | 'mediaType'> {
  since: Date
  lastMinute: Date
}

const { id, ticketId, body, mediaType, createdAt } = messageTable
const isAnswer = and(isAutomatic, eq(messageTable.isPrivate, false))
const isInbound = eq(messageTable.fromMe, false)
const countOf = (...conditions: (SQL | undefined)[]) => sql<number>`count(*) FILTER (WHERE ${and(...conditions)})`
const read = alias(messageTable, 'read')

const statements = {
  message: statement((db, of: { id: MessageId }) =>
    db
      .select({
        ticketId: read.ticketId,
        body: read.body,
        mediaType: read.mediaType,
        createdAt: read.createdAt,
        automatic: db.$count(
          messageTable,
          and(eq(ticketId, read.ticketId), sql`${createdAt} > ${read.createdAt} - ${5 * minuteMs}`, isAnswer),
        ),
      })
      .from(read)
      .where(eq(read.id, of.id)),
  ),
  signs: statement((db, of: Considered) => {
    const isNear = and(eq(ticketId, of.ticketId), gt(createdAt, of.since))
    const newestOther = db
      .select({ id })
      .from(messageTable)
      .where(and(isNear, isInbound, or(ne(body, of.body), isOther(mediaType, of.mediaType))))
      .orderBy(desc(createdAt), desc(id))
      .limit(1)
    const isSinceOther = sql`${id} > other.id`
    const isRepeat = and(sql`${of.mediaType} IS NULL`, isNull(mediaType), eq(body, of.body))
    return db
      .select({
        automaticSinceOther: countOf(isAnswer, isSinceOther),
        inbound: countOf(isInbound),
        inboundSinceOther: countOf(isInbound, isSinceOther),
        repeats: countOf(isInbound, gt(createdAt, of.lastMinute), isRepeat),
      })
      .from(sql`(SELECT ifnull(${newestOther}, 0) AS id) other`)
      .crossJoin(messageTable)
      .where(isNear)
  }),
}

export function readLoopSigns(ctx: CompanyContext, messageId: MessageId): LoopSigns {
  const message = statements.message.get(ctx, { id: messageId })
  if (!message?.automatic) return noSigns
  const { automatic, createdAt, ...written } = message
  const [since, lastMinute] = [addMs(createdAt, -5 * minuteMs), addMs(createdAt, -minuteMs)]
  const signs = statements.signs.get(ctx, { ...written, since, lastMinute })
  return signs ? { automatic, ...signs } : noSigns
}
