import { afterEach, beforeEach, expect, test } from 'bun:test'
import { deleteConnection } from '../../connection/save/delete-connection'
import { addConnection } from '../../testing/conversation/connections'
import { drawFlow, addFlow, text } from '../../testing/bot/flows'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { changePlans } from '../../testing/world/change-plans'
import { updateFlow } from '../flow.commands'
import { flowRecords } from '../flow.queries'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
let flowId: number
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z') })
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
  flowId = addFlow(world.ctx(1), 'Boleto', drawFlow([text('Aqui está')]))
})
afterEach(() => world.stop())

const body = (more: object = {}) => ({ name: 'Boleto', flowId, phrase: 'Quero meu boleto', ...more })
const start = async (said: string, whatsappId: number | null = null) => {
  const { campaign, flow } = (await bruno.post('/flowcampaign/test', { text: said, whatsappId })).body
  return [campaign?.name ?? null, flow?.name ?? null]
}

test('admins edit phrases, all users read and test them', async () => {
  expect((await world.nobody.get('/flowcampaign')).status).toBe(401)
  const { status, body: created } = await ana.post('/flowcampaign', body())
  expect([status, created]).toEqual([
    200,
    expect.objectContaining({
      id: 1,
      whatsappId: null,
      whatsapp: null,
      status: true,
      flow: { id: 1, name: 'Boleto', active: true },
    }),
  ])
  expect((await bruno.get('/flowcampaign')).body).toEqual({ flow: [created], hasMore: false, count: 1 })
  expect((await bruno.get('/flowcampaign?searchParam=zzz')).body).toEqual({ flow: [], hasMore: false, count: 0 })
  expect((await bruno.get('/flowcampaign/1')).body.details).toEqual(created)
  for (const refused of [
    await bruno.post('/flowcampaign', body({ phrase: 'x' })),
    await bruno.put('/flowcampaign', { id: 1, status: false }),
    await bruno.delete('/flowcampaign/1'),
  ]) {
    expect(refused.body.error).toBe('ERR_NO_PERMISSION')
  }
  expect(await start(' QUERO  meu boletó ')).toEqual(['Boleto', 'Boleto'])
  expect((await ana.put('/flowcampaign', { id: 1, status: false })).body).toMatchObject({
    name: 'Boleto',
    status: false,
  })
  expect(await start('quero meu boleto')).toEqual([null, null])
  expect((await ana.delete('/flowcampaign/1')).body).toEqual({ ok: true })
  expect((await ana.get('/flowcampaign/1')).body.error).toBe('ERR_NO_FLOW_CAMPAIGN_FOUND')
  expect((await gina.get('/flowcampaign')).body.count).toBe(0)
})

test('names missing and unknown fields, and loses nothing', async () => {
  const fields = async (more: object) => (await ana.post('/flowcampaign', body(more))).body.fields
  expect(await fields({ name: ' ', flowId: '', phrase: ' ' })).toEqual({
    name: 'required',
    flowId: 'required',
    phrase: 'required',
  })
  expect(await fields({ flowId: 99, whatsappId: 99 })).toEqual({ flowId: 'unknown', whatsappId: 'unknown' })
  expect(await fields({ phrase: 'x'.repeat(4_097) })).toEqual({ phrase: 'tooLong' })
  expect((await ana.post('/flowcampaign', body({ phrase: '🙂' }))).status).toBe(200)
  expect((await ana.post('/flowcampaign', body({ phrase: 'x'.repeat(4_096) }))).status).toBe(200)
  expect(await start('🙂')).toEqual(['Boleto', 'Boleto'])
  expect(await start(`${'x'.repeat(4_096)} `)).toEqual(['Boleto', 'Boleto'])
})

test('a phrase is unique per connection, in any notation', async () => {
  await ana.post('/flowcampaign', body({ phrase: 'um\n\n dois  três \n' }))
  const post = async (more: object) => (await ana.post('/flowcampaign', body(more))).body.fields
  expect(await post({ phrase: 'quatro\nDOIS TRES' })).toEqual({ phrase: 'phraseTaken' })
  expect(await post({ phrase: 'um', whatsappId: 1 })).toBeUndefined()
  expect(await post({ phrase: 'Um', whatsappId: 1 })).toEqual({ phrase: 'phraseTaken' })
  expect((await ana.put('/flowcampaign', { id: 2, whatsappId: null })).body.fields).toEqual({ phrase: 'phraseTaken' })
  expect((await ana.put('/flowcampaign', { id: 1, phrase: 'UM' })).body.phrase).toBe('UM')
  expect(await start('dois três')).toEqual([null, null])
  expect(await post({ phrase: 'quatro\n\n cinco ' })).toBeUndefined()
  expect(await post({ phrase: 'seis\n\n sete ' })).toBeUndefined()
})

test('prefers the connection’s phrase, and reports a match whose flow is inactive', async () => {
  const other = addFlow(world.ctx(1), 'Própria', drawFlow([text('x')]))
  await ana.post('/flowcampaign', body({ name: 'de todas' }))
  await ana.post('/flowcampaign', body({ name: 'desta', flowId: other, whatsappId: 1 }))
  expect(await start('quero meu boleto', 1)).toEqual(['desta', 'Própria'])
  expect(await start('quero meu boleto')).toEqual(['de todas', 'Boleto'])
  updateFlow(world.ctx(1), { flowId: other, active: false })
  expect(await start('quero meu boleto', 1)).toEqual(['de todas', 'Boleto'])
  updateFlow(world.ctx(1), { flowId, active: false })
  expect(await start('quero meu boleto', 1)).toEqual(['desta', null])
})

test('is deleted with its flow, and deactivated when its connection is deleted', async () => {
  const other = addFlow(world.ctx(1), 'Outro', drawFlow([text('x')]))
  addConnection(world, { name: 'Segunda' })
  const connectionId = 2
  await ana.post('/flowcampaign', body({ phrase: 'um', whatsappId: connectionId }))
  await ana.post('/flowcampaign', body({ phrase: 'dois', flowId: other }))
  await deleteConnection(world.platform, world.ctx(1), connectionId)
  expect((await ana.get('/flowcampaign/1')).body.details).toMatchObject({ whatsappId: null, status: false })
  flowRecords.remove(world.ctx(1), other)
  expect((await ana.get('/flowcampaign')).body.count).toBe(1)
  expect(await start('dois')).toEqual([null, null])
})

test('requires integrations in the plan', async () => {
  changePlans(world, { useIntegrations: false })
  for (const { status } of [await ana.get('/flowcampaign'), await ana.post('/flowcampaign', body())]) {
    expect(status).toBe(402)
  }
})
