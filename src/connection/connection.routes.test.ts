import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHostKey } from '../kernel/config/host-key'
import { readConnection } from '../testing/conversation/connections'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { hashSecret } from '../kernel/config/sealed-secret'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { formOf } from '../testing/world/form-of'
import { changePlans } from '../testing/world/change-plans'

let world: World
let ana: Caller, bruno: Caller, gina: Caller, sofia: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z') })
  ;({ ana, bruno, gina, sofia } = await signIn(world, 'ana', 'bruno', 'gina', 'sofia'))
})
afterEach(() => world.stop())

const second = { name: 'Segunda', greetingMessage: 'Olá', queueIds: [1, 2] }

function upload(bytes: Uint8Array, type = 'image/png') {
  return formOf({ file: new File([bytes as Uint8Array<ArrayBuffer>], 'oi.png', { type }) })
}
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

test('plain users change nothing; users with the permission can', async () => {
  const calls: [string, string, (object | FormData)?][] = [
    ['POST', '/whatsapp', second],
    ['PUT', '/whatsapp/1', { greetingMessage: 'Oi' }],
    ['DELETE', '/whatsapp/1'],
    ['POST', '/whatsapp/1/media-upload', upload(png)],
    ['DELETE', '/whatsapp/1/media-upload'],
  ]
  for (const [method, path, body] of calls) {
    expect((await world.nobody.call(method, path, body)).status).toBe(401)
    const { answer, ...effects } = await effectsOf(world, () => bruno.call(method, path, body))
    expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'ERR_NO_PERMISSION'])
    expect(effects).toEqual(noEffects)
  }
  for (const path of ['/whatsapp/', '/whatsapp/1', '/whatsapp/filter', '/whatsapp/all/', '/whatsapp-admin/1']) {
    expect((await world.nobody.get(path)).status).toBe(401)
  }
  await ana.put('/users/2', { allowConnections: 'enabled' })
  expect((await bruno.post('/whatsapp', second)).status).toBe(200)
})

test('another company’s admin reaches only their own connection with the same id', async () => {
  expect((await gina.get('/whatsapp/1')).body.name).toBe('Globex WhatsApp')
  const { body } = await ana.post('/whatsapp', second)
  expect((await gina.get(`/whatsapp/${body.id}`)).body.error).toBe('ERR_NO_WAPP_FOUND')
  expect((await gina.put(`/whatsapp/${body.id}`, { name: 'Tomada' })).status).toBe(404)
  expect((await gina.delete(`/whatsapp/${body.id}`)).status).toBe(404)
  expect((await gina.post(`/whatsapp/${body.id}/media-upload`, upload(png))).status).toBe(404)
  expect((await gina.get('/whatsapp/?companyId=1')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await gina.put('/whatsapp/1', { companyId: 1 })).body.error).toBe('ERR_NO_PERMISSION')
})

test('pickers get few fields, managers all, and the token only of a single one', async () => {
  const pick = (await bruno.get('/whatsapp/?session=0')).body[0]
  expect(Object.keys(pick).sort()).toEqual(
    ['channel', 'companyId', 'groupAsTicket', 'id', 'isDefault', 'name', 'queues', 'status'].sort(),
  )
  expect((await bruno.get('/whatsapp/1?session=0')).body).toEqual(pick)
  const whole = (await ana.get('/whatsapp?session=0')).body[0]
  expect(whole).toMatchObject({ number: '5511900000001', maxUseBotQueues: 3, queueIds: [1, 2], isDefault: true })
  expect(whole).not.toHaveProperty('token')
  expect((await ana.get('/whatsapp/filter?channel=whatsapp')).body[0]).not.toHaveProperty('token')
  expect((await ana.get('/whatsapp/1')).body.token).toBe(oldToken)
  await ana.post('/whatsapp', second)
  expect((await bruno.get('/whatsapp/')).body).toHaveLength(2)
  expect((await bruno.get('/whatsapp/filter?session=0&channel=whatsapp')).body).toHaveLength(1)
  expect((await bruno.get('/whatsapp/filter?channel=facebook')).body).toHaveLength(0)
})

test('the super user sees connections of all companies', async () => {
  for (const caller of [bruno, ana, gina]) {
    expect((await caller.get('/whatsapp/all/?session=0')).status).toBe(403)
    expect((await caller.get('/whatsapp/all/1')).status).toBe(403)
    expect((await caller.get('/whatsapp-admin/1')).status).toBe(403)
  }
  const one = { connected: 1, disconnected: 0, total: 1 }
  expect((await sofia.get('/whatsapp/all/?session=0')).body).toMatchObject([
    { id: 1, name: 'Acme', ...one },
    { id: 2, name: 'Globex', ...one },
  ])
  const globex = (await sofia.get('/whatsapp/all/2')).body
  expect(globex).toMatchObject([{ name: 'Globex WhatsApp', company: { id: 2, name: 'Globex' } }])
  expect(JSON.stringify(globex)).not.toMatch(/token|qrcode/)
  expect((await sofia.get('/whatsapp/all/9')).body.error).toBe('ERR_NO_COMPANY_FOUND')
  expect((await sofia.get('/whatsapp-admin/1')).body.name).toBe('Acme WhatsApp')
  expect((await sofia.get('/whatsapp-admin/1?companyId=2&session=0')).body.name).toBe('Globex WhatsApp')
  expect((await sofia.get('/whatsapp-admin/1?companyId=9')).body.error).toBe('ERR_NO_COMPANY_FOUND')
})

test('creates a connection with its own token, and publishes a short and a full form', async () => {
  const { answer, ...effects } = await effectsOf(world, () => ana.post('/whatsapp', second))
  expect(answer.body).toMatchObject({ name: 'Segunda', isDefault: false, status: 'DISCONNECTED', provider: 'beta' })
  expect(answer.body.token).toMatch(/^[A-Za-z0-9]{30}$/)
  expect(effects).toEqual({
    events: { 'connection.created': 1 },
    jobs: 'none',
    live: { 'company-1-whatsapp': 2, 'company-1-connectionCount': 1 },
    otherCompany: 'none',
  })
  const topicsOf = (name: string) => world.published.filter(({ event }) => event === name).map(({ topics }) => topics)
  expect(topicsOf('company-1-whatsapp')).toEqual([['1/plain'], ['1/connections']])
  expect(topicsOf('company-1-connectionCount')).toEqual([['1/host', '2/host']])
  expect(JSON.stringify(world.published)).not.toContain(answer.body.token)
  expect(await findByToken(answer.body.token)).toMatchObject({
    companyId: 1,
    recordId: answer.body.id,
  })
})

const findByToken = (token: string) => world.platform.names.tokens.find(hashSecret(token))

const oldToken = 'token5511900000001xxxxxxxxxxxx'
const filesOf = (id: number) => {
  const folder = world.platform.files.folderOf(id)
  return readdirSync(folder)
    .filter((name) => name.startsWith('company.sqlite'))
    .map((name) => readFileSync(join(folder, name)))
}

test('seals tokens when a file is opened, the ones of earlier releases too, without a trace', async () => {
  const given = 'Given'.padEnd(30, 'z')
  const { body } = await ana.post('/whatsapp', { ...second, token: given })
  expect((await ana.put(`/whatsapp/${body.id}`, { greetingMessage: 'Oi' })).body.token).toBe(given)
  expect(readConnection(world, 1)?.token).not.toBe(oldToken)
  for (const bytes of filesOf(1)) expect([bytes.includes(oldToken), bytes.includes(given)]).toEqual([false, false])
  const { sqlite } = world.ctx(1).company
  sqlite.run("UPDATE connection SET token = ?, token_hash = '' WHERE id = 1", [oldToken])
  world.platform.files.close(1)
  expect((await ana.get('/whatsapp/1')).body.token).toBe(oldToken)
  for (const bytes of filesOf(1)) expect(bytes.includes(oldToken)).toBe(false)
  expect(await findByToken(oldToken)).toMatchObject({ companyId: 1, recordId: 1 })
})

test('a token sealed by another host works, is not shown, and stays until a new one is made', async () => {
  const hash = readConnection(world, 1)?.tokenHash
  const foreign = openHostKey(mkdtempSync(join(tmpdir(), 'recado-host-'))).seal(oldToken)
  world.ctx(1).company.sqlite.run('UPDATE connection SET token = ? WHERE id = 1', [foreign])
  world.platform.catalog.sqlite.run('DELETE FROM connection_token')
  world.platform.files.close(1)
  const { body } = await ana.get('/whatsapp/1')
  expect(body).not.toHaveProperty('token')
  expect(await findByToken(oldToken)).toMatchObject({ companyId: 1, recordId: 1 })
  await ana.put('/whatsapp/1', { greetingMessage: 'Oi', token: '' })
  expect(readConnection(world, 1)).toMatchObject({ token: foreign, tokenHash: hash ?? '' })
  const next = 'M'.repeat(30)
  expect((await ana.put('/whatsapp/1', { token: next })).body.token).toBe(next)
  expect(await findByToken(oldToken)).toBeUndefined()
})

test('a token belongs to one connection of the platform, also after a failed change', async () => {
  const token = 'A1b2'.padEnd(30, 'z')
  const { body } = await ana.post('/whatsapp', { ...second, token })
  expect((await gina.put('/whatsapp/1', { token, greetingMessage: 'Oi' })).body.fields).toEqual({ token: 'taken' })
  expect((await ana.put(`/whatsapp/${body.id}`, { token: 'curto' })).body.fields).toEqual({ token: 'token' })
  const next = 'N'.repeat(30)
  const { sqlite } = world.platform.files.use(1)
  sqlite.run(`CREATE TEMP TRIGGER fail BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'disk'); END`)
  expect((await ana.put(`/whatsapp/${body.id}`, { token: next })).status).toBe(500)
  sqlite.run('DROP TRIGGER fail')
  expect(await findByToken(token)).toMatchObject({ recordId: body.id })
  expect(await findByToken(next)).toBeUndefined()
  expect((await ana.put(`/whatsapp/${body.id}`, { token: next })).body.token).toBe(next)
  expect(await findByToken(token)).toBeUndefined()
  await ana.delete(`/whatsapp/${body.id}`)
  expect(await findByToken(next)).toBeUndefined()
})

test('names invalid fields and stores nothing', async () => {
  const vacation = { collectiveVacationMessage: 'Férias' }
  const invalid: [object, Record<string, string>][] = [
    [{ name: undefined }, { name: 'required' }],
    [{ name: 'S' }, { name: 'tooShort' }],
    [{ name: 'S'.repeat(51) }, { name: 'tooLong' }],
    [{ queueIds: [1, 99] }, { queueIds: 'unknown' }],
    [{ timeSendQueue: 5 }, { sendIdQueue: 'redirectIncomplete' }],
    [{ timeSendQueue: '', sendIdQueue: 1 }, { timeSendQueue: 'redirectTimeMissing' }],
    [{ sendIdQueue: 1 }, { timeSendQueue: 'redirectTimeMissing' }],
    [{ sendIdQueue: 99, timeSendQueue: 5 }, { sendIdQueue: 'unknown' }],
    [{ timeInactiveMessage: 10 }, { expiresTicket: 'required' }],
    [vacation, { collectiveVacationStart: 'required', collectiveVacationEnd: 'required' }],
    [{ ...vacation, collectiveVacationStart: '2026-03-11' }, { collectiveVacationEnd: 'required' }],
    [
      { ...vacation, collectiveVacationStart: '2026-03-12', collectiveVacationEnd: '2026-03-11' },
      { collectiveVacationEnd: 'endBeforeStart' },
    ],
    [
      { ...vacation, collectiveVacationStart: '2026-02-27', collectiveVacationEnd: '2026-03-11' },
      { collectiveVacationStart: 'tooEarly' },
    ],
  ]
  for (const [more, fields] of invalid) {
    const { answer, ...effects } = await effectsOf(world, () => ana.post('/whatsapp', { ...second, ...more }))
    expect(answer.body).toMatchObject({ error: 'ERR_INVALID_INPUT', fields })
    expect(effects).toEqual(noEffects)
  }
  const greetingless = await ana.post('/whatsapp', { ...second, greetingMessage: ' ' })
  expect([greetingless.status, greetingless.body.error]).toEqual([400, 'ERR_WAPP_GREETING_REQUIRED'])
  expect((await ana.post('/whatsapp', { ...second, name: 'acme whatsapp' })).body.error).toBe(
    'ERR_CONNECTION_NAME_ALREADY_EXISTS',
  )
  const earliest = { ...vacation, collectiveVacationStart: '2026-02-28', collectiveVacationEnd: '2026-03-11' }
  const { body } = await ana.post('/whatsapp', { ...second, ...earliest })
  // A past vacation does not prevent changes.
  world.setTime(new Date('2026-04-10T15:00:00Z'))
  ana = await world.as(world.ana)
  expect((await ana.put(`/whatsapp/${body.id}`, { name: 'Renomeada' })).body).toMatchObject({
    ...earliest,
    name: 'Renomeada',
  })
})

test('ratings require their question and time', async () => {
  await ana.put('/settings/userRating', { value: 'enabled' })
  const without = await ana.post('/whatsapp', second)
  expect(without.body.fields).toEqual({ ratingMessage: 'required', expiresTicketNPS: 'required' })
  expect((await ana.post('/whatsapp', { ...second, ratingMessage: 'Nota?', expiresTicketNPS: 5 })).status).toBe(200)
})

test('the plan limits number and channels', async () => {
  changePlans(world, { connections: 2, useFacebook: false })
  expect((await ana.post('/whatsapp', { ...second, channel: 'facebook' })).body).toMatchObject({
    error: 'ERR_PLAN_LIMIT',
    limit: 'useFacebook',
  })
  const two = await Promise.all([ana.post('/whatsapp', second), ana.post('/whatsapp', { ...second, name: 'Terceira' })])
  expect(two.map(({ status }) => status).sort()).toEqual([200, 402])
})

test('channels that need a provider account cannot be added by name alone', async () => {
  for (const channel of ['whatsappapi', 'facebook', 'instagram']) {
    const { status, body } = await ana.post('/whatsapp', { ...second, channel })
    expect([status, body.fields]).toEqual([400, { channel: 'unavailable' }])
  }
})

test('integrations, AI and flows must exist, be in the plan, and exclude each other', async () => {
  const put = async (fields: object) => (await ana.put('/whatsapp/1', { greetingMessage: 'Oi', ...fields })).body
  const none = { integrationId: null, promptId: '', agentId: 0, flowIdWelcome: null, flowIdsScheduled: '' }
  expect(await put(none)).toMatchObject({
    integrationId: null,
    promptId: null,
    flowIdsScheduled: '',
    selectedFlowIds: [],
  })
  expect((await put({ integrationId: 5, promptId: 6 })).fields).toEqual({
    integrationId: 'unknown',
    promptId: 'onlyOne',
  })
  expect((await put({ selectedFlowIds: [3, 7] })).fields).toEqual({ flowIdsScheduled: 'unknown' })
  expect((await put({ flowIdsScheduled: '3;7' })).fields).toEqual({ flowIdsScheduled: 'unknown' })
  expect(Object.keys((await put({ flowIdsScheduled: '1;;x;1e9' })).fields)[0]).toStartWith('flowIdsScheduled')
  changePlans(world, { useIntegrations: false, useOpenAi: false })
  expect(await put({ flowIdWelcome: 7 })).toMatchObject({ error: 'ERR_PLAN_LIMIT', limit: 'useIntegrations' })
  expect(await put({ agentId: 7 })).toMatchObject({ error: 'ERR_PLAN_LIMIT', limit: 'useOpenAi' })
  expect(await put(none)).toMatchObject({ agentId: null })
})

test('omitted fields stay unchanged, and the channel cannot be changed', async () => {
  await ana.put('/whatsapp/1', { greetingMessage: 'Oi', expiresTicket: 30, groupAsTicket: 'enabled' })
  const { body } = await ana.put('/whatsapp/1', { complationMessage: 'Tchau' })
  expect(body).toMatchObject({ greetingMessage: 'Oi', expiresTicket: 30, groupAsTicket: 'enabled', queueIds: [1, 2] })
  expect((await ana.put('/whatsapp/1', { channel: 'instagram' })).body.fields).toEqual({ channel: 'fixed' })
})

test('stores, replaces and deletes the greeting’s file', async () => {
  const first = await effectsOf(world, () => ana.post('/whatsapp/1/media-upload', upload(png)))
  expect(first.answer.body).toMatchObject({ greetingMediaName: 'oi.png' })
  expect(first.answer.body.greetingMediaAttachment).toMatch(/^\/media\/.+\.png$/)
  expect(first.events).toEqual({ 'connection.updated': 1 })
  const second = await ana.post('/whatsapp/1/media-upload', upload(png))
  expect(second.body.greetingMediaAttachment).not.toBe(first.answer.body.greetingMediaAttachment)
  const count = world.platform.files.use(1).sqlite.query("SELECT count(*) AS n FROM media WHERE kind = 'connection'")
  expect(count.get()).toEqual({ n: 1 })
  const html = await ana.post('/whatsapp/1/media-upload', upload(new TextEncoder().encode('<script>'), 'text/html'))
  expect(html.body.fields).toEqual({ file: 'fileType' })
  expect((await ana.delete('/whatsapp/1/media-upload')).body.greetingMediaAttachment).toBe('')
  expect(count.get()).toEqual({ n: 0 })
  expect(await effectsOf(world, () => ana.delete('/whatsapp/1/media-upload'))).toMatchObject(noEffects)
})
