import { and, asc, count, eq, max } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse, required } from '../../kernel/errors'
import { agentItemTable } from '../ai-agent.tables'
import { agentRecords } from './agent.records'
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

/**
 * Stores items of one agent: changes those with an id and adds the others; omitted items stay. Requires a
 * transaction. @param list name of the request's field, for errors
 */
export function storeItems(
  ctx: CompanyContext,
  { agentId, kind, list }: { agentId: number; kind: ItemKind; list: string },
  items: readonly ItemValues[],
): AgentItem[] {
  let next = lastPosition(ctx, agentId, kind) + 1
  const stored = items.map((item, at) => {
    const { id, index, ...values } = item
    const characters = lengthOf(item)
    if (id === null) {
      const row = {
        ...values,
        agentId,
        kind,
        characters,
        position: index ?? next++,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }
      return ctx.db.insert(agentItemTable).values(row).returning().get()
    }
    const own = and(eq(agentItemTable.id, id), eq(agentItemTable.agentId, agentId), eq(agentItemTable.kind, kind))
    const changes = { ...values, characters, updatedAt: ctx.now, ...(index !== undefined && { position: index }) }
    const row = ctx.db.update(agentItemTable).set(changes).where(own).returning().get()
    return row ?? refuse('ERR_INVALID_INPUT', { fields: { [`${list}.${at}.id`]: 'unknown' } })
  })
  if (countItems(ctx, agentId, kind) > itemsMax) refuse('ERR_INVALID_INPUT', { fields: { [list]: 'tooMany' } })
  agentRecords.update(ctx, agentId, {})
  return stored
}

/** Deletes the agent's items of the kind that are not in the list. Requires a transaction. */
export function deleteOmittedItems(
  ctx: CompanyContext,
  { agentId, kind }: { agentId: number; kind: ItemKind },
  listed: readonly Pick<ItemValues, 'id'>[],
  beforeDelete: (item: AgentItem) => void = () => {},
) {
  const kept = new Set(listed.map(({ id }) => id))
  for (const item of listItems(ctx, agentId, kind)) {
    if (kept.has(item.id)) continue
    beforeDelete(item)
    ctx.db.delete(agentItemTable).where(eq(agentItemTable.id, item.id)).run()
  }
}

export function deleteItem(ctx: CompanyContext, { id, agentId }: AgentItem) {
  ctx.db.delete(agentItemTable).where(eq(agentItemTable.id, id)).run()
  agentRecords.update(ctx, agentId, {})
}

function lengthOf({ title, body, paymentConditions = '', specialOffers = '' }: ItemValues) {
  return title.length + body.length + paymentConditions.length + specialOffers.length
}

function lastPosition({ db }: CompanyContext, agentId: number, kind: ItemKind) {
  const own = and(eq(agentItemTable.agentId, agentId), eq(agentItemTable.kind, kind))
  return (
    db
      .select({ last: max(agentItemTable.position) })
      .from(agentItemTable)
      .where(own)
      .get()?.last ?? -1
  )
}

function countItems({ db }: CompanyContext, agentId: number, kind: ItemKind) {
  const own = and(eq(agentItemTable.agentId, agentId), eq(agentItemTable.kind, kind))
  return db.select({ n: count() }).from(agentItemTable).where(own).get()?.n ?? 0
}
