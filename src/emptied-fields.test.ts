import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Caller, createWorld, type World } from './testing/world/world'

let world: World
let ana: Caller
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  ana = await world.as(world.ana)
  await ana.post('/contacts', { name: 'Cliente', number: '5511988887777' })
})
afterAll(() => world.stop())

/** Optional fields that an empty value clears, by the call that creates the record; PUT accepts the same. */
const emptied: Record<string, { record: object; fields: readonly string[]; plain: object }> = {
  '/contacts': {
    record: { name: 'Vazia', number: '5511977776666' },
    fields: ['email', 'extraInfo', 'acceptAudioMessage', 'disableBot', 'walletUserId', 'companyId'],
    plain: { email: '', extraInfo: [], acceptAudioMessage: true, disableBot: false, walletUserId: null },
  },
  '/schedules': {
    record: { body: 'Oi', sendAt: '2026-11-25T12:00:00Z', contactId: '1' },
    fields: [
      ...['whatsappId', 'openTicket', 'statusTicket', 'queueId', 'ticketUserId', 'intervalo'],
      ...['tipoDias', 'assinar', 'companyId'],
    ],
    plain: { openTicket: 'disabled', statusTicket: 'closed', intervalo: 1, tipoDias: 4 },
  },
  '/queue': {
    record: { name: 'Vazia', color: '#445566' },
    fields: ['greetingMessage', 'orderQueue', 'ativarRoteador', 'closeTicket', 'schedules'],
    plain: { greetingMessage: '', orderQueue: 0, closeTicket: false, schedules: [] },
  },
  '/files': {
    record: { name: 'Vazia', message: 'Segue' },
    fields: ['options'],
    plain: { options: [] },
  },
  '/queueIntegration': {
    record: { type: 'webhook', name: 'Vazia', urlN8N: 'https://exemplo.test/robo' },
    fields: ['jsonContent', 'language', 'flowId'],
    plain: { language: 'pt-BR', flowId: null, hasJsonContent: false },
  },
  '/tags': {
    record: { name: 'Vazia' },
    fields: ['color', 'kanban', 'nextLaneId', 'hourRemarketing', 'messageRemarketing'],
    plain: { kanban: 0, nextLaneId: null, hourRemarketing: '' },
  },
  '/whatsapp': {
    record: { name: 'Vazia' },
    fields: ['channel', 'token', 'isDefault', 'allowGroup', 'groupAsTicket', 'provider', 'schedules', 'queueIds'],
    plain: { channel: 'whatsapp', groupAsTicket: 'disabled', provider: 'beta', schedules: [], queueIds: [] },
  },
}

test.each(Object.entries(emptied))('%s takes every emptied field as not given', async (path, emptiedOf) => {
  const { record, fields, plain } = emptiedOf
  const withAll = (value: unknown) => ({ ...record, ...Object.fromEntries(fields.map((field) => [field, value])) })
  const made = await ana.post(path, withAll(null))
  expect([made.status, made.body.fields]).toEqual([200, undefined])
  expect(made.body).toMatchObject(plain)
  const { status, body } = await ana.put(`${path}/${made.body.id}`, withAll(''))
  expect([status, body.fields]).toEqual([200, undefined])
  expect(body).toMatchObject(plain)
  for (const field of fields.filter((name) => !['greetingMessage', 'messageRemarketing', 'provider'].includes(name))) {
    expect([field, (await ana.put(`${path}/${made.body.id}`, { [field]: 'zz' })).status]).toEqual([field, 400])
  }
})

test('null keeps a list field unchanged', async () => {
  const connection = (await ana.post('/whatsapp', { name: 'Com filas', greetingMessage: 'Olá', queueIds: [1, 2] })).body
  const kept = await ana.put(`/whatsapp/${connection.id}`, { queueIds: null, schedules: '' })
  expect(kept.body).toMatchObject({ queueIds: [1, 2] })
  expect((await ana.put('/users/2', { queueIds: null })).status).toBe(200)
  expect((await ana.get('/users/2')).body.queues).not.toEqual([])
})
