import { and, asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse, required } from '../../kernel/errors'
import { agentItemTable } from '../ai-agent.tables'
import { agentRecords } from './agent.record'
import { itemsMax } from './item.contract'
import type { ItemKind } from './item-kind.contract'

export type AgentItem = typeof agentItemTable.$inferSelect

/** Without an id, a new item is stored. */
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

/** In display order. */
export function listItems({ db }: CompanyContext, agentId: number, kind: ItemKind): AgentItem[] {
  const own = and(eq(agentItemTable.agentId, agentId), eq(agentItemTable.kind, kind))
  return db.select().from(agentItemTable).where(own).orderBy(asc(agentItemTable.position), asc(agentItemTable.id)).all()
}

export function findItem({ db }: CompanyContext, id: number): AgentItem | undefined {
  return db.select().from(agentItemTable).where(eq(agentItemTable.id, id)).get()
}

/** @throws Refusal ERR_NO_AGENT_ITEM_FOUND, also for an item of another kind */
export function getItem(ctx: CompanyContext, kind: ItemKind, id: number): AgentItem {
  const item = findItem(ctx, id)
  return required(item?.kind === kind ? item : undefined, 'ERR_NO_AGENT_ITEM_FOUND')
}

interface ItemList {
  agentId: number
  kind: ItemKind
  /** Name of the request's field, for errors. */
  list: string
}

interface StoreOptions {
  /** Omitted items are deleted; otherwise they stay. */
  replaces?: boolean
  beforeDelete?: (ids: readonly number[]) => void
}

// Prepared, since hundreds of items are written at once.
const statements = perCompany(({ sqlite }) => ({
  list: sqlite.prepare<{ id: number; position: number }, [number, string]>(
    'SELECT id, position FROM agent_item WHERE agent_id = ? AND kind = ?',
  ),
  agentOf: sqlite.prepare<{ agentId: number }, [number]>('SELECT agent_id AS agentId FROM agent_item WHERE id = ?'),
  insert: sqlite.prepare<{ id: number }, (string | number | null)[]>(
    `INSERT INTO agent_item (title, body, price, payment_conditions, special_offers, characters, position, updated_at,
       agent_id, kind, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  ),
  update: sqlite.prepare<{ createdAt: number }, (string | number | null)[]>(
    `UPDATE agent_item SET title = ?, body = ?, price = ?, payment_conditions = ?, special_offers = ?, characters = ?,
       position = ?, updated_at = ?
     WHERE id = ? RETURNING created_at AS createdAt`,
  ),
  remove: sqlite.prepare<unknown, [number]>('DELETE FROM agent_item WHERE id = ?'),
}))

/**
 * Stores items of one agent: changes those with an id and adds the others. Requires a transaction.
 * @throws Refusal ERR_INVALID_INPUT, before anything is written, for an unknown id or too many items
 */
export function storeItems(
  ctx: CompanyContext,
  { agentId, kind, list }: ItemList,
  items: readonly ItemValues[],
  { replaces = false, beforeDelete = () => {} }: StoreOptions = {},
): AgentItem[] {
  const { list: listPositions, insert, update, remove } = statements(ctx.company)
  const positions = new Map(listPositions.all(agentId, kind).map(({ id, position }) => [id, position]))
  assertStorable(list, items, positions, replaces)
  if (replaces) {
    const kept = new Set(items.map(({ id }) => id))
    const omitted = [...positions.keys()].filter((id) => !kept.has(id))
    beforeDelete(omitted)
    for (const id of omitted) remove.run(id)
  }
  let next = Math.max(-1, ...positions.values()) + 1
  const nowMs = ctx.now.getTime()
  const stored = items.map((item): AgentItem => {
    const { id, title, body, price = null, paymentConditions = '', specialOffers = '' } = item
    const texts = { title, body, price, paymentConditions, specialOffers, characters: lengthOf(item) }
    const position = item.index ?? (id === null ? undefined : positions.get(id)) ?? next++
    const values = [...Object.values(texts), position, nowMs]
    const common = { ...texts, agentId, kind, position, updatedAt: ctx.now }
    if (id === null) {
      return { ...common, id: insert.get(...values, agentId, kind, nowMs)?.id ?? 0, createdAt: ctx.now }
    }
    positions.set(id, position)
    return { ...common, id, createdAt: new Date(update.get(...values, id)?.createdAt ?? nowMs) }
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
  // A list that replaces is short enough by itself.
  if (!replaces && known.size + added > itemsMax) refuse('ERR_INVALID_INPUT', { fields: { [list]: 'tooMany' } })
}

export function findAgentOfItem({ company }: CompanyContext, id: number) {
  return statements(company).agentOf.get(id)?.agentId
}

export function deleteItem(ctx: CompanyContext, { id, agentId }: AgentItem) {
  ctx.db.delete(agentItemTable).where(eq(agentItemTable.id, id)).run()
  agentRecords.update(ctx, agentId, {})
}

function lengthOf({ title, body, paymentConditions = '', specialOffers = '' }: ItemValues) {
  return title.length + body.length + paymentConditions.length + specialOffers.length
}
