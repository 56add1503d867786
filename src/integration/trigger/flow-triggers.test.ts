import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { FlowTriggerView } from '../../flow/flow.calls'
import { changePlans } from '../../testing/world/change-plans'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
  await ana.put('/whatsapp/1', { greetingMessage: 'Olá' })
})
afterAll(() => world.stop())

const makeFlow = async (name: string, caller = ana) =>
  (await caller.post('/flowbuilder', { name })).body['id'] as number
const add = (flowId: number, trigger: object, caller: Pick<Caller, 'post'> = ana) =>
  caller.post('/flowbuilder/triggers', { flowId, ...trigger })

type Listed = { id: number; triggers?: FlowTriggerView[] }
async function listed(flowId: number, caller = ana) {
  const { flows } = (await caller.get('/flowbuilder?pageNumber=1')).body as { flows: Listed[] }
  return flows.find(({ id }) => id === flowId)?.triggers?.map(shown)
}
const shown = ({ kind, id, name, of, active }: FlowTriggerView) =>
  [kind, id, name, of ?? '-', active ? 'on' : 'off'].join(' ')

test('a flow’s triggers are added from it, listed in one order, and replace what started before', async () => {
  const [flowId, other] = [await makeFlow('Boas-vindas'), await makeFlow('Outro')]
  expect([await listed(flowId), await listed(other)]).toEqual([[], []])
  await ana.put('/whatsapp/1', { flowIdWelcome: other, flowIdsScheduled: [other] })
  const option = (name: string) => ({ name, greetingMessage: name })
  const { body: queue } = await ana.put('/queue/2', { chatbots: [option('Boletos'), option('Trocas')] })
  const triggers = [
    { kind: 'phrase', phrase: 'quero promoção\noferta', whatsappId: 1 },
    { kind: 'welcome', whatsappId: 1 },
    { kind: 'notPhrase', whatsappId: 1 },
    { kind: 'scheduled', whatsappId: 1, scheduledTimeRun: '22:00-06:00' },
    { kind: 'queue', queueId: 1 },
    { kind: 'option', optionId: queue['chatbots'][1].id },
  ]
  for (const trigger of triggers) expect([trigger, (await add(flowId, trigger)).status]).toEqual([trigger, 200])
  const name = (await ana.get('/whatsapp/1')).body['name'] as string
  const names = (await ana.get('/queue')).body as { id: number; name: string }[]
  const nameOf = (id: number) => names.find((one) => one.id === id)?.name
  const all = [
    `phrase 1 quero promoção ${name} on`,
    ...['welcome', 'notPhrase', 'scheduled'].map((kind) => `${kind} 1 ${name} - on`),
    `queue 1 ${nameOf(1)} - on`,
    `option 2 Trocas ${nameOf(2)} on`,
  ]
  expect(await listed(flowId)).toEqual(all)
  expect((await ana.get(`/flowbuilder/triggers/${flowId}`)).body['triggers'].map(shown)).toEqual(all)
  // Without hours it is never due. Its welcome was replaced.
  expect(await listed(other)).toEqual([`scheduled 1 ${name} - off`])
  expect((await ana.get('/queueIntegration')).body['queueIntegrations']).toMatchObject([
    { name: 'Boas-vindas', type: 'flowbuilder', flowId },
  ])
  expect((await ana.get('/flowbuilder')).body['flows'][0]).not.toHaveProperty('triggers')
})

test('an integration without a flow starts that of the connections that use it, or offer its queue', async () => {
  const [welcome, unused] = [await makeFlow('Recepção'), await makeFlow('Sem uso')]
  const { body: integration } = await ana.post('/queueIntegration', { type: 'flowbuilder', name: 'Padrão' })
  await ana.put('/whatsapp/1', { flowIdWelcome: welcome, flowIdNotPhrase: null, integrationId: integration['id'] })
  await ana.put('/queue/1', { integrationId: integration['id'], closeTicket: true })
  const kinds = (await listed(welcome))?.map((line) => line.replace(/ .* /, ' '))
  expect(kinds).toEqual(['welcome on', 'connection on', 'queue off'])
  await ana.put('/whatsapp/1', { integrationId: null })
  await ana.put('/queue/1', { integrationId: null, closeTicket: false })
  await ana.put('/flowcampaign', { id: 1, flowId: unused, status: false })
  expect(await listed(unused)).toEqual([expect.stringMatching(/^phrase .* off$/)])
})

test('an agent sees as much as her rights allow; others and other companies add nothing', async () => {
  const flowId = await makeFlow('Só frases')
  await add(flowId, { kind: 'phrase', phrase: 'só frases' })
  await add(flowId, { kind: 'queue', queueId: 2 })
  await add(flowId, { kind: 'notPhrase', whatsappId: 1 })
  const kinds = async (caller: Caller) => (await listed(flowId, caller))?.map((line) => line.split(' ')[0])
  expect([await kinds(ana), await kinds(bruno)]).toEqual([['phrase', 'notPhrase', 'queue'], ['phrase']])
  await ana.put('/users/2', { allowConnections: 'enabled' })
  ;({ bruno } = await signIn(world, 'bruno'))
  expect(await kinds(bruno)).toEqual(['phrase', 'notPhrase'])
  const trigger = { kind: 'queue', queueId: 1 }
  expect((await add(flowId, trigger, world.nobody)).status).toBe(401)
  expect((await add(flowId, trigger, bruno)).body['error']).toBe('ERR_NO_PERMISSION')
  const { answer, ...effects } = await effectsOf(world, () => add(flowId, trigger, gina), 2)
  expect([answer.body['error'], effects]).toEqual(['ERR_NO_FLOW_FOUND', noEffects])
  for (const [wrong, error] of [
    [{ kind: 'queue', queueId: 99 }, 'ERR_NO_QUEUE_FOUND'],
    [{ kind: 'welcome', whatsappId: 99 }, 'ERR_NO_WAPP_FOUND'],
    [{ kind: 'scheduled', whatsappId: 1, scheduledTimeRun: '25:00-06:00' }, 'ERR_INVALID_INPUT'],
    [{ kind: 'phrase', phrase: 'SÓ FRASES' }, 'ERR_INVALID_INPUT'],
    [{ kind: 'option', optionId: 99 }, 'ERR_NO_CHATBOT_FOUND'],
  ] as const) {
    const refused = await effectsOf(world, () => add(flowId, wrong))
    expect([wrong, refused.answer.body['error'], refused.events]).toEqual([wrong, error, 'none'])
  }
  changePlans(world, { useIntegrations: false })
  expect([await listed(flowId), (await add(flowId, trigger)).status]).toEqual([[], 402])
})
