import { eq, sql } from 'drizzle-orm'
import { maskText } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { listTable } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { MessageId } from '../../kernel/ids'
import { searchWords } from '../../kernel/text/search-words.contract'
import { messageTable } from '../message.tables'
import { mustMask } from '../../setting/setting.queries'

const bodyLengthMax = 10_000
const lengthMax = 120
const lead = 16

export const wholeText = sql<string>`${messageTable.body} || ' ' || ifnull(${messageTable.data} ->> '$.transcription', '')`

const bodies = statement((db, { ids }: { ids: readonly MessageId[] }) => {
  const requested = listTable(ids)
  return db
    .select({ id: messageTable.id, body: sql<string>`substr(${wholeText}, 1, ${bodyLengthMax})` })
    .from(requested.table)
    .crossJoin(messageTable)
    .where(eq(messageTable.id, requested.value))
})

export function listExcerpts(ctx: CompanyContext, ids: readonly MessageId[], text: string): Map<MessageId, string> {
  const words = searchWords(text)
  const masked = mustMask(ctx)
  return new Map(
    bodies.all(ctx, { ids }).map(({ id, body }) => [id, excerptOf(masked ? maskText(ctx, body) : body, words)]),
  )
}

/** Folding nearly always keeps the length. */
function excerptOf(body: string, words: readonly string[]): string {
  const text = body.replace(/\s+/g, ' ').trim()
  const folded = foldText(text)
  const found = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0)
  const at = found.length === 0 ? 0 : Math.min(...found)
  if (at <= lead) return cut(text, 0)
  const start = text.indexOf(' ', at - lead)
  return `…${cut(text, start >= 0 && start < at ? start + 1 : at)}`
}

function cut(text: string, start: number) {
  const part = [...text.slice(start, start + 2 * lengthMax)]
  return part.length > lengthMax ? `${part.slice(0, lengthMax).join('')}…` : part.join('')
}
