import * as v from 'valibot'
import { newCondition, newTrigger, RuleBody } from '../../rule/rule.contract'
import { createPreviewToken } from '../../rule/preview/preview-token'
import { ruleRecords } from '../../rule/rule.record'
import { createTag } from '../../tag/save-tag'
import { TagBody } from '../../tag/tag.contract'
import { listContactTags } from '../../tag/tag.queries'
import type { Caller, World } from '../world/world'

type Given = Omit<Partial<v.InferInput<typeof RuleBody>>, 'trigger' | 'conditions'> & {
  trigger?: Partial<ReturnType<typeof newTrigger>>
  conditions?: (Partial<ReturnType<typeof newCondition>> & { field: Parameters<typeof newCondition>[0] })[]
}

let made = 0

/** The body of a rule that is on, and puts a private note with its name on a new ticket, unless something else is given. */
export function ruleBody({ trigger, conditions = [], name = `Regra ${++made}`, ...given }: Given = {}) {
  return v.parse(RuleBody, {
    active: true,
    steps: [{ kind: 'note', text: name }],
    ...given,
    name,
    trigger: { ...newTrigger('created'), ...trigger },
    conditions: conditions.map((condition) => ({ ...newCondition(condition.field), ...condition })),
  })
}

export function addRule(world: World, given: Given = {}): number {
  const [ctx, body] = [world.ctxAs(world.ana), ruleBody(given)]
  return ruleRecords.createFrom(ctx, { ...body, preview: createPreviewToken(ctx, body) }).id
}

/** The body with the token of its preview, which a rule that is switched on needs. */
export async function previewed<Body extends object>(caller: Caller, body: Body) {
  const { token } = (await caller.post('/rules/preview', body)).body
  return { ...body, preview: String(token) }
}

export const addPlainTag = (world: World, name: string): number =>
  createTag(world.ctx(1), v.parse(TagBody, { name, color: '#123456' })).id

export const tagNames = (world: World, contactId = 1) =>
  listContactTags(world.ctx(1), contactId).map(({ name }) => name)

export const ruleRows = (world: World) => ruleRecords.list(world.ctx(1))
