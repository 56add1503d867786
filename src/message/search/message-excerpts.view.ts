import { maskText, mustMask } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { MessageId } from '../../kernel/ids'
import { searchWords } from '../../kernel/text/search-words.contract'

/** Characters of a message that are searched for its first word. */
const bodyLengthMax = 10_000
const lengthMax = 120
/** Characters shown before the match. */
const lead = 16

const bodies = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: MessageId; body: string }, [string]>(
    `SELECT m.id, substr(m.body || ' ' || ifnull(m.data ->> '$.transcription', ''), 1, ${bodyLengthMax}) AS body
     FROM json_each(?) ids JOIN message m ON m.id = ids.value`,
  ),
)

export function listExcerpts(ctx: CompanyContext, ids: readonly MessageId[], text: string): Map<MessageId, string> {
  if (ids.length === 0) return new Map()
  const words = searchWords(text)
  const masked = mustMask(ctx)
  return new Map(
    bodies(ctx.company)
      .all(JSON.stringify(ids))
      .map(({ id, body }) => [id, excerptOf(masked ? maskText(ctx, body) : body, words)]),
  )
}

/** Folding nearly always keeps the length; otherwise the excerpt starts slightly beside the word. */
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
