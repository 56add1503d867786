import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { KnowledgeSource } from './answer.calls'
import { type FilePart, type KnowledgeItem, knowledgeText } from './knowledge-text'

interface Knowledge {
  text: string
  /** The best match first. */
  sources: KnowledgeSource[]
}

/** About 24,000 tokens, in characters. */
const charactersMax = 96_000
/** Limit of ranked items if not everything fits. */
const rankedMax = 80
const sourcesMax = 8
const catalogueMax = 8_000
const wordsMax = 16

const itemColumns = `id, kind, title, body, price, payment_conditions AS paymentConditions,
  special_offers AS specialOffers, characters`

const statements = perCompany(({ sqlite }) => ({
  size: sqlite.prepare<{ characters: number }, [number]>(
    `SELECT (SELECT coalesce(sum(characters), 0) FROM agent_item WHERE agent_id = ?1)
       + (SELECT coalesce(sum(characters), 0) FROM agent_file_part WHERE agent_id = ?1) AS characters`,
  ),
  ranked: sqlite.prepare<{ rowid: number }, [string, number]>(
    `SELECT rowid FROM agent_knowledge WHERE agent_knowledge MATCH ? ORDER BY bm25(agent_knowledge, 0.0, 1.0) LIMIT ?`,
  ),
  item: sqlite.prepare<KnowledgeItem, [number]>(`SELECT ${itemColumns} FROM agent_item WHERE id = ?`),
  items: sqlite.prepare<KnowledgeItem, [number]>(
    `SELECT ${itemColumns} FROM agent_item WHERE agent_id = ? ORDER BY kind, position, id`,
  ),
  part: sqlite.prepare<FilePart, [number]>(
    `SELECT part.id, file.item_id AS itemId, media.name, part.page, part.text, part.characters
     FROM agent_file_part part JOIN agent_file file ON file.id = part.file_id JOIN media ON media.id = file.media_id
     WHERE part.id = ?`,
  ),
  parts: sqlite.prepare<FilePart, [number]>(
    `SELECT part.id, file.item_id AS itemId, media.name, part.page, part.text, part.characters
     FROM agent_file_part part JOIN agent_file file ON file.id = part.file_id JOIN media ON media.id = file.media_id
     WHERE part.agent_id = ? ORDER BY file.item_id, file.position, part.page, part.id`,
  ),
  catalogue: sqlite.prepare<{ title: string }, [number]>(
    `SELECT title FROM agent_item WHERE agent_id = ? AND kind = 'product' ORDER BY position, id LIMIT 500`,
  ),
}))

/** Returns an agent's knowledge for a question: all of it while it fits, else the best matches. */
export function readKnowledge(ctx: CompanyContext, agentId: number, question: string): Knowledge {
  const found = rank(ctx, agentId, question)
  const sources = found.slice(0, sourcesMax).map(sourceOf)
  const size = statements(ctx.company).size.get(agentId)?.characters ?? 0
  if (size <= charactersMax) {
    const { items, parts } = statements(ctx.company)
    return { text: knowledgeText(ctx, items.all(agentId), parts.all(agentId)), sources }
  }
  const fitting = within(found, charactersMax - catalogueMax)
  const items = fitting.flatMap((one) => ('kind' in one ? [one] : []))
  const parts = fitting.flatMap((one) => ('kind' in one ? [] : [one]))
  const text = [catalogueText(ctx, agentId), knowledgeText(ctx, items, parts)].filter((part) => part !== '')
  return { text: text.join('\n\n'), sources }
}

function rank(ctx: CompanyContext, agentId: number, question: string): (KnowledgeItem | FilePart)[] {
  const words = searchTerms(question)
  if (words.length === 0) return []
  const query = `agent : agent${agentId} AND text : (${words.map((word) => `"${word}"*`).join(' OR ')})`
  const { ranked, item, part } = statements(ctx.company)
  return ranked.all(query, rankedMax).flatMap(({ rowid }) => {
    const id = Math.floor(rowid / 2)
    return (rowid % 2 === 0 ? item : part).get(id) ?? []
  })
}

/**
 * Returns words without case, accents and endings, so that "limpezas" finds "Limpeza". Of a long text, the last ones.
 */
function searchTerms(text: string): string[] {
  const words = foldText(text.slice(-2000)).match(/[\p{L}\p{N}]{2,40}/gu) ?? []
  const stems = words
    .filter((word) => !commonWords.has(word))
    .map((word) => (word.length > 5 ? word.slice(0, -2) : word))
  return [...new Set(stems.reverse())].slice(0, wordsMax)
}

/** Words without meaning for a search, in Portuguese, Spanish and English. */
const commonWords = new Set(
  `a o as os um uma de do da dos das em no na nos nas por para pra com sem que qual quais quem como quando onde e ou se eu voce
   voces ele ela meu minha seu sua isso esse essa este esta tem ter ser sao foi ja nao sim mais muito la el los las un una del en
   con sin y es al lo le su mi tu the of to in on at for with and or is are was be you your we do does it this that what which
   how when where can could i my me oi ola bom boa dia tarde noite hola hi hello obrigado obrigada gracias thanks favor`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

function within<Entry extends { characters: number }>(entries: readonly Entry[], limit: number): Entry[] {
  let left = limit
  return entries.filter(({ characters }) => (left -= characters) >= 0)
}

function catalogueText(ctx: CompanyContext, agentId: number): string {
  const titles = statements(ctx.company).catalogue.all(agentId)
  if (titles.length === 0) return ''
  const list = titles.map(({ title }) => title).join('; ')
  return `All products and services: ${list.length > catalogueMax ? `${list.slice(0, catalogueMax)}…` : list}`
}

function sourceOf(found: KnowledgeItem | FilePart): KnowledgeSource {
  if ('kind' in found) return { kind: found.kind, itemId: found.id, title: found.title, page: null }
  return { kind: 'file', itemId: found.itemId, title: found.name, page: found.page }
}
