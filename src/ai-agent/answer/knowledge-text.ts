import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { mediaTable } from '../../kernel/file/media.tables'
import { writePrice } from '../agent/price.contract'
import type { AgentItem } from '../agent/item.records'
import { itemKinds, type ItemKind } from '../agent/item-kind.contract'
import { agentFileTable } from '../ai-agent.tables'

export type KnowledgeItem = Pick<
  AgentItem,
  'id' | 'kind' | 'title' | 'body' | 'price' | 'paymentConditions' | 'specialOffers' | 'characters'
>

export interface FilePart {
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

export function knowledgeText(
  ctx: CompanyContext,
  items: readonly KnowledgeItem[],
  parts: readonly FilePart[],
): string {
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
