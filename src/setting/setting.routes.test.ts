import { afterAll, beforeAll, expect, test } from 'bun:test'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { storeValue } from './save-setting'
import { forgetSettings } from './setting.queries'

let world: World
let ana: Caller, bruno: Caller, gina: Caller, sofia: Caller
beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina, sofia } = await signIn(world, 'ana', 'bruno', 'gina', 'sofia'))
})
afterAll(() => world.stop())

test('shows settings to the company’s own users only', async () => {
  // An earlier version's.
  storeValue(world.ctx(1), 'companySchedule', '[]')
  forgetSettings(world.ctx(1))
  for (const path of [
    '/settings',
    '/setting/userRandom',
    '/companySettings/1',
    '/companySettingOne?column=userRandom',
  ]) {
    expect((await world.nobody.get(path)).status).toBe(401)
    expect((await bruno.get(path)).status).toBe(200)
  }
  expect((await bruno.get('/settings')).body).toContainEqual({ key: 'chatBotType', value: 'text' })
  expect((await bruno.get('/setting/chatBotType')).body).toEqual({ key: 'chatBotType', value: 'text' })
  const { body } = await bruno.get('/companySettings/1')
  expect([body.scheduleType, 'companySchedule' in body]).toEqual(['disabled', false])
  expect((await bruno.get('/companySettingOne?column=scheduleType')).body).toEqual({ scheduleType: 'disabled' })
  expect((await gina.get('/companySettings/1')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await bruno.get('/companySettingOne?column=userRandom&companyId=2')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await bruno.get('/setting/constructor')).body.error).toBe('ERR_NO_SETTING_FOUND')
  expect((await bruno.get('/setting/companySchedule')).body.error).toBe('ERR_NO_SETTING_FOUND')
})

test('lets only admins change them, and publishes each change once', async () => {
  for (const put of [
    (caller: Caller | World['nobody']) => caller.put('/settings/userRandom', { value: 'enabled' }),
    (caller: Caller | World['nobody']) => caller.put('/companySettings', { column: 'userRandom', data: 'enabled' }),
  ]) {
    expect((await put(world.nobody)).status).toBe(401)
    const { answer, ...refused } = await effectsOf(world, () => put(bruno))
    expect(answer.body.error).toBe('ERR_NO_PERMISSION')
    expect(refused).toEqual(noEffects)
  }
  const { answer, ...effects } = await effectsOf(world, () => ana.put('/settings/userRandom', { value: 'enabled' }))
  expect(answer.body).toEqual({ key: 'userRandom', value: 'enabled' })
  expect(effects).toEqual({
    events: { 'setting.changed': 1 },
    jobs: 'none',
    live: { 'company-1-settings': 1 },
    otherCompany: 'none',
  })
  const same = { column: 'userRandom', data: 'enabled', companyId: 1 }
  const again = await effectsOf(world, () => ana.put('/companySettings', same))
  expect(again.answer.status).toBe(200)
  expect(again).toMatchObject(noEffects)
  expect((await gina.get('/setting/userRandom')).body.value).toBe('disabled')
})

test('accepts only valid values for each key', async () => {
  const invalid: [string, string][] = [
    ['userRandom', 'yes'],
    ['scheduleType', 'weekly'],
    ['chatBotType', 'voice'],
    ['lgpdLink', 'javascript:alert(1)'],
    ['marketingMessagePrice', '-0,35'],
    ['utilityMessagePrice', 'R$ 1'],
    ['transferMessage', 'x'.repeat(4097)],
  ]
  for (const [key, value] of invalid) {
    const { answer, ...effects } = await effectsOf(world, () => ana.put(`/settings/${key}`, { value }))
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [key]])
    expect(effects).toEqual(noEffects)
  }
  expect((await ana.put('/settings/unknown', { value: 'x' })).body.error).toBe('ERR_NO_SETTING_FOUND')
  expect((await ana.put('/settings/userRandom', {})).status).toBe(400)
  expect((await ana.put('/settings/lgpdLink', { value: 'https://acme.test/privacidade' })).status).toBe(200)
})

test('requires the text that a switch sends, and keeps it while the switch is on', async () => {
  const pairs: [string, string, string][] = [
    ['sendMsgTransfTicket', 'enabled', 'transferMessage'],
    ['sendGreetingAccepted', 'enabled', 'greetingAcceptedMessage'],
    ['sendQueuePosition', 'enabled', 'sendQueuePositionMessage'],
    ['acceptCallWhatsapp', 'disabled', 'AcceptCallWhatsappMessage'],
    ['enableLGPD', 'enabled', 'lgpdMessage'],
  ]
  for (const [key, value, text] of pairs) {
    const without = await ana.put(`/settings/${key}`, { value })
    expect(without.body).toMatchObject({ error: 'ERR_INVALID_INPUT', fields: { [text]: 'required' } })
    expect((await ana.put(`/settings/${text}`, { value: 'Um texto' })).status).toBe(200)
    expect((await ana.put(`/settings/${key}`, { value })).status).toBe(200)
    expect((await ana.put(`/settings/${text}`, { value: '  ' })).body.fields).toEqual({ [text]: 'required' })
  }
  // A text that an earlier version did not require.
  storeValue(world.ctx(2), 'enableLGPD', 'enabled')
  forgetSettings(world.ctx(2))
  expect((await gina.put('/settings/sendSignMessage', { value: 'disabled' })).status).toBe(200)
})

test('lets only the super user decide whether users may be created', async () => {
  expect((await ana.put('/settings/userCreation', { value: 'disabled' })).body.error).toBe('ERR_NO_PERMISSION')
  expect((await sofia.put('/settings/userCreation', { value: 'disabled' })).status).toBe(200)
})

test('lets the super user allow the creation of users for one company only', async () => {
  const person = { name: 'Nova', email: 'nova@globex.test', password: 'dado-por-outra' }
  for (const put of [
    (caller: Caller) => caller.put('/settings/userCreation', { value: 'disabled', companyId: 2 }),
    (caller: Caller) => caller.put('/companySettings', { column: 'userCreation', data: 'disabled', companyId: 2 }),
  ]) {
    for (const caller of [bruno, ana, gina]) {
      const { answer, ...effects } = await effectsOf(world, () => put(caller), 2)
      expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
      expect(effects).toEqual(noEffects)
    }
    const { answer, ...effects } = await effectsOf(world, () => put(sofia), 2)
    expect([answer.status, answer.body]).toEqual([200, { key: 'userCreation', value: 'disabled' }])
    expect(effects).toMatchObject({
      events: { 'setting.changed': 1 },
      live: { 'company-2-settings': 1 },
      otherCompany: 'none',
    })
    expect((await sofia.get('/companySettings/2')).body.userCreation).toBe('disabled')
    expect((await sofia.get('/companySettingOne?column=userCreation&companyId=2')).body.userCreation).toBe('disabled')
    expect((await sofia.get('/companies/2')).body.settings).toContainEqual({ key: 'userCreation', value: 'disabled' })
    const refused = await gina.post('/users', person)
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_USER_CREATION_DISABLED'])
    await sofia.put('/settings/userCreation', { value: 'enabled', companyId: 2 })
  }
  expect((await gina.post('/users', person)).status).toBe(200)
  const audited = world.platform.catalog.sqlite
    .query<{ companyId: number; data: string }, []>(
      "SELECT company_id AS companyId, data FROM audit WHERE type = 'company.settingChanged' ORDER BY id",
    )
    .all()
  expect(audited.map(({ companyId, data }) => [companyId, JSON.parse(data).value])).toEqual([
    [2, 'disabled'],
    [2, 'enabled'],
    [2, 'disabled'],
    [2, 'enabled'],
  ])
})

test('rejects the super user’s change of settings that belong to a company’s admins', async () => {
  const { answer, ...effects } = await effectsOf(
    world,
    () => sofia.put('/settings/userRandom', { value: 'enabled', companyId: 2 }),
    2,
  )
  expect(answer.body.error).toBe('ERR_NO_PERMISSION')
  expect(effects).toEqual(noEffects)
  expect((await sofia.put('/settings/userCreation', { value: 'enabled', companyId: 99 })).body.error).toBe(
    'ERR_NO_COMPANY_FOUND',
  )
  expect((await sofia.put('/settings/appName', { value: 'Outro', companyId: 2 })).body.error).toBe('ERR_NO_PERMISSION')
})

test('shows the platform’s public settings to anybody, and lets only the super user change them', async () => {
  expect((await world.nobody.get('/public-settings/allowSignup?token=x')).body).toEqual({
    key: 'allowSignup',
    value: 'disabled',
  })
  expect((await world.nobody.get('/public-settings/appName')).body.value).toBe('Recado')
  for (const secret of ['ApiGestorWebhook', 'userCreation', 'lgpdLink', '__proto__']) {
    expect((await world.nobody.get(`/public-settings/${secret}`)).body.error).toBe('ERR_NO_SETTING_FOUND')
  }
  for (const caller of [bruno, ana, gina]) {
    expect((await caller.put('/settings/allowSignup', { value: 'enabled' })).body.error).toBe('ERR_NO_PERMISSION')
    expect((await caller.get('/setting/ApiGestorWebhook')).body.error).toBe('ERR_NO_PERMISSION')
  }
  const { answer, ...effects } = await effectsOf(world, () => sofia.put('/settings/allowSignup', { value: 'enabled' }))
  expect(answer.status).toBe(200)
  expect(effects).toEqual(noEffects)
  expect((await world.nobody.get('/public-settings/allowSignup')).body.value).toBe('enabled')
  expect((await sofia.put('/settings/primaryColorLight', { value: 'red;}' })).status).toBe(400)
  expect((await sofia.put('/settings/appLogoLight', { value: '../../host.key' })).status).toBe(400)
  for (const value of ['file:///etc/passwd', 'https://127.0.0.1/x']) {
    expect((await sofia.put('/settings/ApiGestorWebhook', { value })).body.error).toBe('ERR_INVALID_INPUT')
  }
  expect((await sofia.put('/settings/ApiGestorWebhook', { value: 'https://hook.test/x' })).status).toBe(200)
  expect((await sofia.get('/setting/ApiGestorWebhook')).body.value).toBe('https://hook.test/x')
})
