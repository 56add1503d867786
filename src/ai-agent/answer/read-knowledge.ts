import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { CompanyContext } from '../../kernel/company/company-context'
import { oneRow, total } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { mediaTable } from '../../kernel/file/media.tables'
import { foldText } from '../../kernel/text/fold-text.contract'
import { agentFilePartTable, agentFileTable, agentItemTable, agentKnowledgeTable } from '../ai-agent.tables'
import type { KnowledgeSource } from './answer.calls'
import type { AgentItem } from '../agent/item.records'
import { itemKinds, type ItemKind, writePrice } from '../agent/item.contract'

interface Knowledge {
  text: string
  sources: KnowledgeSource[]
}

/** About 24,000 tokens, in characters. */
const charactersMax = 96_000
const rankedMax = 80
const sourcesMax = 8
const catalogueMax = 8_000
const wordsMax = 16

const item = agentItemTable
const part = agentFilePartTable
const file = agentFileTable
const knowledge = agentKnowledgeTable

const { agentId, position, createdAt, updatedAt, ...itemFields } = getTableColumns(item)
const { id, page, text, characters } = part
const partFields = { id, itemId: file.itemId, name: mediaTable.name, page, text, characters }

const partsFrom = (db: BunSQLiteDatabase) =>
  db
    .select(partFields)
    .from(part)
    .innerJoin(file, eq(file.id, part.fileId))
    .innerJoin(mediaTable, eq(mediaTable.id, file.mediaId))

type OfAgent = { agentId: number }

const statements = {
  size: statement((db, of: OfAgent) => {
    const sizeOf = (table: typeof item | typeof part) =>
      db
        .select({ n: total(table.characters) })
        .from(table)
        .where(eq(table.agentId, of.agentId))
    return db.select({ characters: sql<number>`${sizeOf(item)} + ${sizeOf(part)}` }).from(oneRow)
  }),
  ranked: statement((db, of: { query: string }) =>
    db
      .select({ rowid: knowledge.rowid })
      .from(knowledge)
      .where(sql`${knowledge} MATCH ${of.query}`)
      .orderBy(sql`bm25(${knowledge}, 0.0, 1.0)`)
      .limit(rankedMax),
  ),
  item: statement((db, of: { id: number }) => db.select(itemFields).from(item).where(eq(item.id, of.id))),
  items: statement((db, of: OfAgent) =>
    db.select(itemFields).from(item).where(eq(agentId, of.agentId)).orderBy(item.kind, position, item.id),
  ),
  part: statement((db, of: { id: number }) => partsFrom(db).where(eq(id, of.id))),
  parts: statement((db, of: OfAgent) =>
    partsFrom(db).where(eq(part.agentId, of.agentId)).orderBy(file.itemId, file.position, file.id, page),
  ),
  catalogue: statement((db, of: OfAgent) =>
    db
      .select({ title: item.title })
      .from(item)
      .where(and(eq(agentId, of.agentId), eq(item.kind, 'product')))
      .orderBy(position, item.id)
      .limit(500),
  ),
}

/** Returns an agent's knowledge for a question: all of it while it fits, else the best matches. */
export function readKnowledge(ctx: CompanyContext, agentId: number, question: string): Knowledge {
  const found = rank(ctx, agentId, question)
  const sources = found.slice(0, sourcesMax).map(sourceOf)
  const of = { agentId }
  const size = statements.size.get(ctx, of)?.characters ?? 0
  if (size <= charactersMax) {
    return { text: knowledgeText(ctx, statements.items.all(ctx, of), statements.parts.all(ctx, of)), sources }
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
  return statements.ranked.all(ctx, { query }).flatMap(({ rowid }) => {
    const id = Math.floor(rowid / 2)
    return (rowid % 2 === 0 ? statements.item : statements.part).get(ctx, { id }) ?? []
  })
}

/** "limpezas" finds "Limpeza". Of a long text, the last ones. */
function searchTerms(text: string): string[] {
  const words = foldText(text.slice(-2000)).match(/[\p{L}\p{N}]{2,40}/gu) ?? []
  const stems = words
    .filter((word) => !commonWords.has(word))
    .map((word) => (word.length > 5 ? word.slice(0, -2) : word))
  return [...new Set(stems.reverse())].slice(0, wordsMax)
}

const commonWords = new Set(
  `a o as os um uma de do da dos das em no na nos nas por para pra com sem que qual quais quem como quando onde e ou se eu voce
   voces ele ela meu minha seu sua isso esse essa este esta tem ter ser sao foi ja nao sim mais muito la el los las un una del en
   con sin y es al lo le su mi tu the of to in on at for with and or is are was be you your we do does it this that what which
   how when where can could i my me oi ola bom boa dia tarde noite hola hi hello obrigado obrigada gracias thanks favor`.split(
    /\s+/,
  ),
)

function within<Entry extends { characters: number }>(entries: readonly Entry[], limit: number): Entry[] {
  let left = limit
  return entries.filter(({ characters }) => (left -= characters) >= 0)
}

function catalogueText(ctx: CompanyContext, agentId: number): string {
  const titles = statements.catalogue.all(ctx, { agentId })
  if (titles.length === 0) return ''
  const list = titles.map(({ title }) => title).join('; ')
  return `All products and services: ${list.length > catalogueMax ? `${list.slice(0, catalogueMax)}…` : list}`
}

function sourceOf(found: KnowledgeItem | FilePart): KnowledgeSource {
  if ('kind' in found) return { kind: found.kind, itemId: found.id, title: found.title, page: null }
  return { kind: 'file', itemId: found.itemId, title: found.name, page: found.page }
}

type KnowledgeItem = Pick<
  AgentItem,
  'id' | 'kind' | 'title' | 'body' | 'price' | 'paymentConditions' | 'specialOffers' | 'characters'
>

interface FilePart {
  id: number
  itemId: number
  name: string
  page: number
  text: string
  characters: number
}

const headings: Record<ItemKind, string> = {
  product: 'Products and services:',
  faq: 'Frequent questions:',
  objection: 'What to answer to objections:',
  complement: 'More information:',
}

function knowledgeText(ctx: CompanyContext, items: readonly KnowledgeItem[], parts: readonly FilePart[]): string {
  const files = filesText(ctx, items)
  const sections = itemKinds.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind)
    return own.length === 0 ? [] : [[headings[kind], ...own.map((item) => itemText(item, files))].join('\n')]
  })
  const documents = parts.map(({ name, page, text }) => `- ${JSON.stringify(name)}, page ${page}:\n${text}`)
  return [...sections, ...(documents.length > 0 ? [['From documents:', ...documents].join('\n')] : [])].join('\n\n')
}

function itemText(item: KnowledgeItem, files: ReadonlyMap<number, string>): string {
  const { kind, id, title, body, price, paymentConditions, specialOffers } = item
  if (kind === 'faq') return `- Q: ${title}\n  A: ${body}`
  if (kind !== 'product') return `- ${title}: ${body}`
  const lines = [
    `- ${title} (productId ${id})`,
    price === null ? '' : `  Price: R$ ${writePrice(price / 100)}`,
    body === '' ? '' : `  ${body}`,
    paymentConditions === '' ? '' : `  Payment: ${paymentConditions}`,
    specialOffers === '' ? '' : `  Offers: ${specialOffers}`,
    files.get(id) ?? '',
  ]
  return lines.filter((line) => line !== '').join('\n')
}

const fileNames = statement((db, { itemId }: { itemId: number }) =>
  db
    .select({ name: mediaTable.name })
    .from(agentFileTable)
    .innerJoin(mediaTable, eq(mediaTable.id, agentFileTable.mediaId))
    .where(eq(agentFileTable.itemId, itemId))
    .orderBy(agentFileTable.position, agentFileTable.id),
)

function filesText(ctx: CompanyContext, items: readonly KnowledgeItem[]): Map<number, string> {
  const texts = items.flatMap(({ id, kind }): [number, string][] => {
    const names = kind === 'product' ? fileNames.all(ctx, { itemId: id }) : []
    const list = names.map(({ name }) => JSON.stringify(name)).join(', ')
    return list === '' ? [] : [[id, `  Files that can be sent: ${list}`]]
  })
  return new Map(texts)
}
