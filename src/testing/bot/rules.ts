import * as v from 'valibot'
import { newCondition, newTrigger, RuleBody } from '../../rule/rule.contract'
import { ruleRecords } from '../../rule/rule.record'
import { createTag } from '../../tag/save-tag'
import { TagBody } from '../../tag/tag.contract'
import { listContactTags } from '../../tag/tag.queries'
import type { World } from '../world/world'

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

/** Returns its id. */
export const addRule = (world: World, given: Given = {}): number =>
  ruleRecords.createFrom(world.ctxAs(world.ana), ruleBody(given)).id

export const addPlainTag = (world: World, name: string): number =>
  createTag(world.ctx(1), v.parse(TagBody, { name, color: '#123456' })).id

export const tagNames = (world: World, contactId = 1) =>
  listContactTags(world.ctx(1), contactId).map(({ name }) => name)

export const ruleRows = (world: World) => ruleRecords.list(world.ctx(1))
