import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addContact } from '../testing/conversation/tickets'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { formOf } from '../testing/world/form-of'
import { changePlans } from '../testing/world/change-plans'

const now = new Date('2026-11-20T12:00:00Z')
const ahead = '2026-11-25T15:00:00.000Z'

let world: World
let ana: Caller, bruno: Caller, carla: Caller, gina: Caller
beforeAll(async () => {
  world = await createWorld({ now })
  ;({ ana, bruno, carla, gina } = await signIn(world, 'ana', 'bruno', 'carla', 'gina'))
})
afterAll(() => world.stop())

const schedule = { body: 'Sua consulta é amanhã', sendAt: ahead, contactId: 1 }
const make = async (fields: object = {}, by = bruno) => {
  const answer = await by.post('/schedules', { ...schedule, ...fields })
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  return answer.body.id as number
}
const upload = (name = 'exame.pdf', text = '%PDF-1.7 exame') =>
  formOf({ file: new File([text], name, { type: 'application/pdf' }) })
const setPlan = (useSchedules: boolean) => {
  changePlans(world, { useSchedules })
}
const jobs = () =>
  world
    .ctx(1)
    .company.sqlite.query<{ key: string }, []>(
      "SELECT dedupe_key AS key FROM job WHERE kind = 'schedule.send' ORDER BY id",
    )
    .all()
    .map(({ key }) => key)

test('rejects signed-out users, and keeps companies apart', async () => {
  const id = await make()
  const calls: [string, string, unknown?][] = [
    ['GET', '/schedules'],
    ['GET', `/schedules/${id}`],
    ['POST', '/schedules', schedule],
    ['PUT', `/schedules/${id}`, { body: 'x' }],
    ['DELETE', `/schedules/${id}`],
    ['POST', '/schedules/media-upload', upload()],
    ['POST', `/schedules/${id}/media-upload`, upload()],
    ['DELETE', `/schedules/${id}/media-upload`],
  ]
  for (const [method, path, body] of calls) expect((await world.nobody.call(method, path, body)).status).toBe(401)
  expect((await gina.get('/schedules')).body).toEqual({ schedules: [], hasMore: false, count: 0, nextCursor: null })
  for (const [method, path, body] of calls.filter(([, path]) => path.includes(`/${id}`))) {
    const { answer, ...effects } = await effectsOf(world, () => gina.call(method, path, body), 2)
    expect([path, answer.status, answer.body.error]).toEqual([path, 404, 'ERR_NO_SCHEDULE_FOUND'])
    expect(effects).toEqual(noEffects)
  }
  for (const call of [
    () => bruno.get('/schedules?companyId=2'),
    () => bruno.post('/schedules', { ...schedule, companyId: 2 }),
    () => bruno.put(`/schedules/${id}`, { companyId: 2 }),
  ]) {
    const answer = await call()
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  }
})

test('rejects every call without schedules in the plan', async () => {
  const id = await make()
  setPlan(false)
  try {
    const { answer, ...effects } = await effectsOf(world, () => bruno.post('/schedules', schedule))
    expect([answer.status, answer.body.error]).toEqual([402, 'ERR_PLAN_LIMIT'])
    expect(effects).toEqual(noEffects)
    for (const [method, path, body] of [
      ['GET', '/schedules'],
      ['GET', `/schedules/${id}`],
      ['PUT', `/schedules/${id}`, { body: 'x' }],
      ['DELETE', `/schedules/${id}`],
      ['POST', '/schedules/media-upload', upload()],
      ['POST', `/schedules/${id}/media-upload`, upload()],
      ['DELETE', `/schedules/${id}/media-upload`],
    ] as const) {
      expect([path, (await ana.call(method, path, body)).status]).toEqual([path, 402])
    }
  } finally {
    setPlan(true)
  }
})

test('creates a schedule with its job, publishes it and reads it back', async () => {
  const { answer, ...effects } = await effectsOf(world, () =>
    bruno.post('/schedules', {
      ...schedule,
      whatsappId: 1,
      openTicket: 'enabled',
      statusTicket: 'open',
      queueId: 1,
      ticketUserId: 2,
      intervalo: '2',
      valorIntervalo: '1',
      enviarQuantasVezes: '4',
      tipoDias: 6,
      assinar: true,
    }),
  )
  expect(effects).toEqual({
    events: { 'schedule.created': 1 },
    jobs: { 'schedule.send': 1 },
    live: { 'company1-schedule': 1 },
    otherCompany: 'none',
  })
  const expected = {
    body: 'Sua consulta é amanhã',
    status: 'PENDENTE',
    sendAt: ahead,
    sentAt: null,
    sentTimes: 0,
    error: '',
    contact: { id: 1, name: 'Dona Maria', number: '5511988880001', urlPicture: '', isGroup: false },
    whatsapp: { id: 1, name: 'Acme WhatsApp' },
    user: { id: 2, name: 'Bruno Lima' },
    queue: { id: 1, name: 'Vendas', color: '#0b7285' },
    ticketUser: { id: 2, name: 'Bruno Lima' },
    openTicket: 'enabled',
    statusTicket: 'open',
    intervalo: 2,
    valorIntervalo: 1,
    enviarQuantasVezes: 4,
    tipoDias: 6,
    assinar: true,
    mediaPath: null,
    mediaName: null,
  }
  expect(answer.body).toMatchObject(expected)
  expect(world.published.at(-1)).toMatchObject({
    topics: ['1/admin', '1/plain'],
    event: 'company1-schedule',
    data: { action: 'create', schedule: expected },
  })
  expect((await carla.get(`/schedules/${answer.body.id}`)).body).toEqual(answer.body)
})

test('names each invalid field, without side effects', async () => {
  const bad: [object, Record<string, string>][] = [
    [{ body: '  ' }, { body: 'required' }],
    [{ sendAt: '' }, { sendAt: 'required' }],
    [{ sendAt: 'amanhã' }, { sendAt: 'date' }],
    [{ sendAt: '2026-02-30T10:00' }, { sendAt: 'date' }],
    [{ sendAt: '2126-02-20T10:00' }, { sendAt: 'date' }],
    [{ sendAt: '2026-11-20T11:58:00Z' }, { sendAt: 'past' }],
    // Sunday, moved to the previous Friday.
    [{ sendAt: '2026-11-22T10:00Z', tipoDias: 5 }, { sendAt: 'past' }],
    [{ contactId: 0 }, { contactId: 'required' }],
    [{ whatsappId: 99 }, { whatsappId: 'unknown' }],
    [{ queueId: 99 }, { queueId: 'unknown' }],
    [{ ticketUserId: 99 }, { ticketUserId: 'unknown' }],
    [{ openTicket: 'enabled', ticketUserId: 2 }, { queueId: 'required' }],
    [{ enviarQuantasVezes: 2 }, { valorIntervalo: 'required' }],
    [{ enviarQuantasVezes: 0 }, { enviarQuantasVezes: 'tooSmall' }],
    [{ enviarQuantasVezes: 1e9 }, { enviarQuantasVezes: 'tooLarge' }],
    [{ valorIntervalo: 1.5 }, { valorIntervalo: 'integer' }],
    [{ intervalo: 7 }, { intervalo: 'invalid' }],
    [{ tipoDias: 1 }, { tipoDias: 'invalid' }],
    [{ body: 'x'.repeat(65_537) }, { body: 'tooLong' }],
    [{ mediaPath: '/media/nenhum' }, { mediaPath: 'unknown' }],
  ]
  for (const [fields, expected] of bad) {
    const { answer, ...effects } = await effectsOf(world, () => bruno.post('/schedules', { ...schedule, ...fields }))
    expect([fields, answer.status, answer.body.fields]).toEqual([fields, 400, expected])
    expect(effects).toEqual(noEffects)
  }
  for (const hostile of [null, [], 'x', { ...schedule, contactId: '1; DROP TABLE' }, { ...schedule, sendAt: {} }]) {
    expect((await bruno.post('/schedules', hostile)).status).toBe(400)
  }
  expect((await bruno.post('/schedules', { ...schedule, contactId: 999 })).body.error).toBe('ERR_NO_CONTACT_FOUND')
  for (const path of ['/schedules/abc', '/schedules/0', '/schedules/999']) {
    expect([400, 404]).toContain((await bruno.get(path)).status)
  }
  expect((await bruno.get('/schedules?pageNumber=0')).status).toBe(400)
  expect((await bruno.get('/schedules?cursor=x')).status).toBe(400)
})

test('lets the author and admins change it, and colleagues see it', async () => {
  const id = await make()
  for (const [method, path, body] of [
    ['PUT', `/schedules/${id}`, { body: 'Outro texto' }],
    ['DELETE', `/schedules/${id}`],
    ['POST', `/schedules/${id}/media-upload`, upload()],
    ['DELETE', `/schedules/${id}/media-upload`],
  ] as const) {
    const { answer, ...effects } = await effectsOf(world, () => carla.call(method, path, body))
    expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(effects).toEqual(noEffects)
  }
  expect((await carla.get(`/schedules/${id}`)).status).toBe(200)
  expect((await ana.put(`/schedules/${id}`, { body: 'Da Ana' })).body).toMatchObject({ body: 'Da Ana', sendAt: ahead })
  const before = jobs().length
  const later = await bruno.put(`/schedules/${id}`, { sendAt: '2026-11-26T09:00' })
  expect(later.body.sendAt).toBe('2026-11-26T12:00:00.000Z')
  expect(jobs()).toHaveLength(before)
  expect(jobs().at(-1)).toBe(`schedule ${id} ${Date.parse('2026-11-26T12:00Z')}`)
  const { answer, ...effects } = await effectsOf(world, () => bruno.delete(`/schedules/${id}`))
  expect(answer.status).toBe(200)
  expect(effects).toEqual({
    events: { 'schedule.deleted': 1 },
    jobs: 'none',
    live: { 'company1-schedule': 1 },
    otherCompany: 'none',
  })
  expect(jobs()).toHaveLength(before - 1)
  expect((await bruno.delete(`/schedules/${id}`)).status).toBe(404)
})

test('lists the next first and finished ones last, and finds by contact or text without accents', async () => {
  const fresh = await createWorld({ now })
  try {
    const ctx = fresh.ctx(1)
    const { get, post } = await fresh.as(fresh.bruno)
    const rita = addContact(ctx, 'Rita Conceição')
    for (let index = 0; index < 45; index++) {
      const sendAt = new Date(now.getTime() + (60 - index) * 3_600_000).toISOString()
      await post('/schedules', { body: `Aviso ${index}`, sendAt, contactId: index % 3 === 0 ? rita : 1 })
    }
    ctx.company.sqlite.run("UPDATE schedule SET status = 'ENVIADA' WHERE id <= 5")
    const ids: number[] = []
    let cursor = ''
    for (const size of [20, 20, 5]) {
      const { body } = await get(`/schedules?${cursor}`)
      expect([body.schedules.length, body.count, body.hasMore]).toEqual([size, 45, size === 20])
      ids.push(...body.schedules.map((one: { id: number }) => one.id))
      cursor = `cursor=${body.nextCursor}`
    }
    const waiting = Array.from({ length: 40 }, (_, index) => 45 - index)
    expect(ids).toEqual([...waiting, 1, 2, 3, 4, 5])
    expect((await get('/schedules?pageNumber=3')).body.schedules.map((one: { id: number }) => one.id)).toEqual([
      1, 2, 3, 4, 5,
    ])
    expect((await get('/schedules?searchParam=conceicao')).body.count).toBe(15)
    expect((await get('/schedules?searchParam=AVISO 44')).body.schedules).toHaveLength(1)
    expect((await get(`/schedules?contactId=${rita}`)).body.count).toBe(15)
    expect((await get("/schedules?searchParam=%25' OR 1=1")).body.count).toBe(0)
  } finally {
    fresh.stop()
  }
})

test('hides numbers from plain users where enabled, live as well', async () => {
  await ana.put('/companySettings', { column: 'lgpdMessage', data: 'Tratamos seus dados' })
  for (const column of ['enableLGPD', 'lgpdHideNumber']) await ana.put('/companySettings', { column, data: 'enabled' })
  world.published.length = 0
  const id = await make()
  expect((await bruno.get(`/schedules/${id}`)).body.contact.number).toBe('******01')
  expect((await ana.get(`/schedules/${id}`)).body.contact.number).toBe('5511988880001')
  const published = world.published.map(({ topics, data }) => [
    topics,
    (data['schedule'] as { contact: { number: string } }).contact.number,
  ])
  expect(published).toEqual([
    [['1/admin'], '5511988880001'],
    [['1/plain'], '******01'],
  ])
  await ana.put('/companySettings', { column: 'lgpdHideNumber', data: 'disabled' })
})
