import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse, required } from '../../kernel/errors'
import { keysOf, pick } from '../../kernel/typed-object.contract'
import { agentItemTable } from '../ai-agent.tables'
import { agentRecords } from './agent.record'
import { itemsMax, type ItemKind } from './item.contract'

export type AgentItem = typeof agentItemTable.$inferSelect

export interface ItemValues {
  id: number | null
  index?: number | undefined
  title: string
  body: string
  /** Centavos. */
  price?: number | null
  paymentConditions?: string
  specialOffers?: string
}

const isOf = (agentId: number, kind: ItemKind) =>
  and(eq(agentItemTable.agentId, agentId), eq(agentItemTable.kind, kind))

export function listItems({ db }: CompanyContext, agentId: number, kind: ItemKind): AgentItem[] {
  return db
    .select()
    .from(agentItemTable)
    .where(isOf(agentId, kind))
    .orderBy(asc(agentItemTable.position), asc(agentItemTable.id))
    .all()
}

export function findItem({ db }: CompanyContext, id: number): AgentItem | undefined {
  return db.select().from(agentItemTable).where(eq(agentItemTable.id, id)).get()
}

/** @throws Refusal ERR_NO_AGENT_ITEM_FOUND, also for another kind */
export function getItem(ctx: CompanyContext, kind: ItemKind, id: number): AgentItem {
  const item = findItem(ctx, id)
  return required(item?.kind === kind ? item : undefined, 'ERR_NO_AGENT_ITEM_FOUND')
}

interface StoreOptions {
  replaces?: boolean
  beforeDelete?: (ids: readonly number[]) => void
}

const { id, ...others } = getTableColumns(agentItemTable)
const { agentId, kind, createdAt, ...changing } = others

// Hundreds of items are written at once.
const statements = {
  insert: statement((db, row: Omit<AgentItem, 'id'>) =>
    db
      .insert(agentItemTable)
      .values(pick(row, ...keysOf(others)))
      .returning({ id }),
  ),
  update: statement((db, row: AgentItem) =>
    db
      .update(agentItemTable)
      .set(pick(row, ...keysOf(changing)))
      .where(eq(id, row.id))
      .returning({ createdAt }),
  ),
}

/** Requires a transaction. @throws Refusal ERR_INVALID_INPUT, before writing, for an unknown id or too many */
export function storeItems(
  ctx: CompanyContext,
  { agentId, kind, list }: { agentId: number; kind: ItemKind; list: string },
  items: readonly ItemValues[],
  { replaces = false, beforeDelete = () => {} }: StoreOptions = {},
): AgentItem[] {
  const { position } = agentItemTable
  const rows = ctx.db.select({ id, position }).from(agentItemTable).where(isOf(agentId, kind)).all()
  const positions = new Map(rows.map((row) => [row.id, row.position]))
  assertStorable(list, items, positions, replaces)
  if (replaces) {
    const kept = new Set(items.map(({ id }) => id))
    const omitted = [...positions.keys()].filter((id) => !kept.has(id))
    beforeDelete(omitted)
    ctx.db.delete(agentItemTable).where(inArray(agentItemTable.id, omitted)).run()
  }
  let next = Math.max(-1, ...positions.values()) + 1
  const stored = items.map((item): AgentItem => {
    const { id, title, body, price = null, paymentConditions = '', specialOffers = '' } = item
    const position = item.index ?? (id === null ? undefined : positions.get(id)) ?? next++
    const texts = { title, body, price, paymentConditions, specialOffers, characters: lengthOf(item) }
    const row = { ...texts, agentId, kind, position, createdAt: ctx.now, updatedAt: ctx.now }
    if (id === null) return { ...row, id: statements.insert.get(ctx, row)?.id ?? 0 }
    positions.set(id, position)
    return { ...row, id, ...statements.update.get(ctx, { ...row, id }) }
  })
  agentRecords.update(ctx, agentId, {})
  return stored
}

function assertStorable(
  list: string,
  items: readonly ItemValues[],
  known: ReadonlyMap<number, unknown>,
  replaces: boolean,
) {
  const unknown = items.findIndex(({ id }) => id !== null && !known.has(id))
  if (unknown !== -1) refuse('ERR_INVALID_INPUT', { fields: { [`${list}.${unknown}.id`]: 'unknown' } })
  const added = items.filter(({ id }) => id === null).length
  if (!replaces && known.size + added > itemsMax) refuse('ERR_INVALID_INPUT', { fields: { [list]: 'tooMany' } })
}

export const findAgentOfItem = (ctx: CompanyContext, id: number) => findItem(ctx, id)?.agentId

export function deleteItem(ctx: CompanyContext, { id, agentId }: AgentItem) {
  ctx.db.delete(agentItemTable).where(eq(agentItemTable.id, id)).run()
  agentRecords.update(ctx, agentId, {})
}

function lengthOf({ title, body, paymentConditions = '', specialOffers = '' }: ItemValues) {
  return title.length + body.length + paymentConditions.length + specialOffers.length
}
