import type * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { getAgent } from './agent.record'
import type { ComplementView, FaqView, ObjectionView } from './item.calls'
import type { ComplementBody, FaqBody, ObjectionBody, ItemKind } from './item.contract'
import { type AgentItem, deleteItem, findAgentOfItem, getItem, listItems, storeItems } from './item.records'

const wireNames = {
  faq: { title: 'question', body: 'answer' },
  objection: { title: 'name', body: 'response' },
  complement: { title: 'title', body: 'content' },
} as const satisfies Partial<Record<ItemKind, { title: string; body: string }>>

type PlainKind = keyof typeof wireNames
interface Views {
  faq: FaqView
  objection: ObjectionView
  complement: ComplementView
}
interface Bodies {
  faq: v.InferOutput<typeof FaqBody>
  objection: v.InferOutput<typeof ObjectionBody>
  complement: v.InferOutput<typeof ComplementBody>
}

interface ItemOwner {
  id?: number | null
  agentId?: number | undefined
}

export function listPlainItems<Kind extends PlainKind>(
  ctx: CompanyContext,
  kind: Kind,
  agentId: number,
): Views[Kind][] {
  getAgent(ctx, agentId)
  return listItems(ctx, agentId, kind).map((item) => presentPlain(kind, item))
}

/** Omitted items stay, or are deleted if the list replaces them. */
export function savePlainItems<Kind extends PlainKind>(
  ctx: CompanyContext,
  kind: Kind,
  { agentId: given, items }: { agentId?: number | undefined; items: readonly Bodies[Kind][] },
  { replaces = false }: { replaces?: boolean } = {},
): Views[Kind][] {
  const { title, body } = wireNames[kind]
  return ctx.transaction(() => {
    const agentId = agentOf(ctx, given, items, 'items')
    const values = items.map((item, at) => {
      const texts: Record<string, unknown> = item
      const index = item.index ?? (replaces ? at : undefined)
      return { id: item.id, index, title: String(texts[title]), body: String(texts[body]) }
    })
    return storeItems(ctx, { agentId, kind, list: 'items' }, values, { replaces }).map((item) =>
      presentPlain(kind, item),
    )
  })
}

export function deletePlainItem(ctx: CompanyContext, kind: PlainKind, id: number) {
  ctx.transaction(() => deleteItem(ctx, getItem(ctx, kind, id)))
}

/** Of all items. @throws Refusal ERR_NO_AGENT_FOUND; ERR_INVALID_INPUT when they disagree */
export function agentOf(ctx: CompanyContext, given: number | undefined, items: readonly ItemOwner[], list: string) {
  const ids = items.map(({ id, agentId }) => agentId ?? (id ? findAgentOfItem(ctx, id) : undefined) ?? given)
  const agentId = given ?? ids.find((one) => one !== undefined)
  if (agentId === undefined) return refuse('ERR_INVALID_INPUT', { fields: { agentId: 'required' } })
  getAgent(ctx, agentId)
  const other = ids.findIndex((one) => one !== undefined && one !== agentId)
  if (other !== -1) refuse('ERR_INVALID_INPUT', { fields: { [`${list}.${other}.agentId`]: 'unknown' } })
  return agentId
}

function presentPlain<Kind extends PlainKind>(kind: Kind, item: AgentItem): Views[Kind] {
  const { title, body } = wireNames[kind]
  return { ...presentCommon(item), [title]: item.title, [body]: item.body } as Views[Kind]
}

export function presentCommon({ id, agentId, position, createdAt, updatedAt }: AgentItem) {
  return {
    id,
    agentId,
    index: position,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
