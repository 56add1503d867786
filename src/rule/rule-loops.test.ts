import { afterEach, beforeEach, expect, test } from 'bun:test'
import { newStep, type Step } from '../macro/step/step.contract'
import { addPlainTag, addRule, ruleBody, previewed } from '../testing/bot/rules'
import { type Caller, createWorld, type World } from '../testing/world/world'

let world: World
let ana: Caller
let tags: number[] = []
beforeEach(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
  tags = ['Etapa um', 'Etapa dois', 'Etapa três'].map((name) => addPlainTag(world, name))
})
afterEach(() => world.stop())

const to = (queueId: number): Step => ({ ...newStep('transfer'), queueId })
const add = (index: number): Step => ({ ...newStep('addTags'), tagIds: [tags[index] ?? 0] })
const remove = (index: number): Step => ({ ...newStep('removeTags'), tagIds: [tags[index] ?? 0] })
const onQueue = (queueId: number) => ({ kind: 'queue' as const, queueIds: [queueId] })
const onTag = (index: number) => ({ kind: 'tagAdded' as const, tagIds: [tags[index] ?? 0] })

type Given = Parameters<typeof ruleBody>[0]
const saved = async (given: Given) => {
  const { status, body } = await ana.post('/rules', await previewed(ana, ruleBody(given)))
  return status === 200 ? 'saved' : [body.error, body.rules]
}

test('a rule that leads to itself is refused, but not one whose step then changes nothing', async () => {
  const again = { trigger: { kind: 'status' as const }, steps: [to(1), { ...newStep('assign'), userId: 2 }] }
  expect(await saved({ name: 'Volta', ...again })).toEqual(['ERR_RULE_LOOP', ['Volta']])
  expect(await saved({ trigger: onQueue(1), steps: [to(1)] })).toBe('saved')
  expect(await saved({ trigger: onTag(0), steps: [add(0)] })).toBe('saved')
  const swap = { trigger: { kind: 'tagRemoved' as const, tagIds: [tags[0] ?? 0] }, steps: [add(0), remove(0)] }
  expect(await saved({ name: 'Troca', ...swap })).toEqual(['ERR_RULE_LOOP', ['Troca']])
})

test('two rules, and three, are refused with their names', async () => {
  addRule(world, { name: 'Ida', trigger: onQueue(1), steps: [to(2)] })
  expect(await saved({ name: 'Volta', trigger: onQueue(2), steps: [to(1)] })).toEqual([
    'ERR_RULE_LOOP',
    ['Volta', 'Ida'],
  ])
  addRule(world, { name: 'Alfa', trigger: onTag(0), steps: [add(1), remove(0)] })
  addRule(world, { name: 'Beta', trigger: onTag(1), steps: [add(2), remove(1)] })
  const third = { name: 'Gama', trigger: onTag(2), steps: [add(0), remove(2)] }
  const { body } = await ana.post('/rules', ruleBody(third))
  expect(body).toMatchObject({ error: 'ERR_RULE_LOOP', rules: ['Gama', 'Alfa', 'Beta'] })
  expect(body.fields.steps).toContain('Gama → Alfa → Beta → Gama')
  expect(await saved({ ...third, steps: [add(0)] })).toBe('saved')
})

test('what cannot happen on one ticket is no circle', async () => {
  const vip = (operator: 'is' | 'isNot') => [{ field: 'tag' as const, operator, ids: [tags[0] ?? 0] }]
  addRule(world, { name: 'Ida', trigger: onQueue(1), conditions: vip('is'), steps: [to(2)] })
  expect(await saved({ trigger: onQueue(2), conditions: vip('isNot'), steps: [to(1)] })).toBe('saved')
  expect(await saved({ name: 'VIP', trigger: onQueue(2), conditions: vip('is'), steps: [to(1)] })).toEqual([
    'ERR_RULE_LOOP',
    ['VIP', 'Ida'],
  ])
  const opened = { field: 'hours' as const }
  addRule(world, { name: 'Dia', trigger: onTag(1), conditions: [opened], steps: [remove(1), add(2)] })
  const night = { trigger: onTag(2), steps: [remove(2), add(1)] }
  expect(await saved({ ...night, conditions: [{ ...opened, operator: 'isNot' }] })).toBe('saved')
  expect(await saved({ ...night, name: 'Tarde', conditions: [opened] })).toEqual(['ERR_RULE_LOOP', ['Tarde', 'Dia']])
})

test('rules that are off close no circle, until they are switched on', async () => {
  addRule(world, { name: 'Ida', trigger: onQueue(1), steps: [to(2)] })
  const id = addRule(world, { name: 'Volta', trigger: onQueue(2), steps: [to(1)], active: false })
  expect((await ana.put(`/rules/${id}`, { active: true })).body).toMatchObject({ rules: ['Volta', 'Ida'] })
  expect((await ana.put(`/rules/${id}`, { name: 'Outra' })).status).toBe(200)
  const { preview } = await previewed(ana, ruleBody({ trigger: onQueue(2), steps: [to(2)] }))
  expect((await ana.put(`/rules/${id}`, { active: true, steps: [to(2)], preview })).status).toBe(200)
})

test('what a rule did before its change closes no circle', async () => {
  addRule(world, { name: 'Alfa', trigger: onTag(0), steps: [add(1), remove(0)] })
  const id = addRule(world, { name: 'Beta', trigger: onTag(2), steps: [add(0), remove(2)] })
  const changed = await previewed(ana, ruleBody({ name: 'Beta', trigger: onTag(1), steps: [add(2), remove(1)] }))
  expect((await ana.put(`/rules/${id}`, changed)).status).toBe(200)
})
