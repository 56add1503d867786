import { afterEach, beforeEach, expect, test } from 'bun:test'
import { graphPhone } from '../../../testing/services/graph-server/start-graph-server'
import { text } from '../../../testing/whatsapp/cloud-talk'
import { createPageWorld, type PageWorld } from '../../../testing/whatsapp/page-world'
import { until } from '../../../testing/whatsapp/whatsapp-world'
import type { Caller } from '../../../testing/world/world'

const fresh = { ...graphPhone, id: '209990001112223', displayNumber: '+55 21 3003-1000', verifiedName: 'Aurora Rio' }
const inApp = { ...graphPhone, id: '300000000000001', businessAccountId: '400000000000001', verifiedName: 'Aurora Sul' }

let world: PageWorld
let ana: Caller
beforeEach(async () => {
  world = await createPageWorld({ world: { environment: { META_SIGNUP_CONFIG_ID: '990011223344556' } } })
  world.graph.state.phones = [
    { ...fresh, isUnregistered: true },
    { ...inApp, isInApp: true },
  ]
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

/** Finishes Meta's dialog, and returns what it adds to the address of the page of connections. */
async function signUp(isInApp = false) {
  const { address } = (await ana.post('/whatsapp-cloud/login', { isInApp })).body as { address: string }
  const dialog = await (await fetch(address)).text()
  const back = new URL(/<a href="([^"]*)"/.exec(dialog)?.[1]?.replaceAll('&amp;', '&') ?? '')
  return { address: new URL(address), code: back.searchParams.get('code'), state: back.searchParams.get('state') }
}

async function findNumbers() {
  const { code, state } = await signUp()
  const { body } = await ana.post('/whatsapp-cloud/numbers', { code, state })
  return String(body['link'])
}

const linesTo = (edge: string) => world.graph.calls.map(({ line }) => line).filter((line) => line.endsWith(edge))

test('the numbers that a user shared at Meta are listed, and one becomes a connection: registered and subscribed', async () => {
  expect((await ana.get('/whatsapp-cloud')).body).toEqual({ hasHostApp: true, hasSignup: true })
  world.graph.state.signup.funded.add(inApp.businessAccountId)
  const { address, code, state } = await signUp()
  expect(address.searchParams.get('extras')).toBe('{"setup":{}}')
  const sofia = await world.as(world.sofia)
  expect((await sofia.post('/whatsapp-cloud/numbers', { code, state })).body).toMatchObject({
    fields: { state: 'invalid' },
  })
  expect((await ana.post('/facebook/accounts', { code, state })).body).toMatchObject({ fields: { state: 'invalid' } })
  const found = (await ana.post('/whatsapp-cloud/numbers', { code, state })).body
  const facts = { displayNumber: fresh.displayNumber, verifiedName: 'Aurora Rio', connectionName: null }
  expect(found['numbers']).toEqual([
    { phoneNumberId: fresh.id, ...facts, isRegistered: false, isFunded: false },
    {
      phoneNumberId: inApp.id,
      ...facts,
      displayNumber: inApp.displayNumber,
      verifiedName: 'Aurora Sul',
      isRegistered: true,
      isFunded: true,
    },
  ])
  const { token } = world.graph.state.signup
  expect(JSON.stringify(found)).not.toContain(token)

  const chosen = { link: found['link'], name: 'Rio', queueIds: [1], phoneNumberId: fresh.id }
  expect((await sofia.post('/whatsapp-cloud/links', chosen)).body['error']).toBe('ERR_LOGIN_OVER')
  expect((await ana.post('/whatsapp-cloud/links', chosen)).body).toMatchObject({ fields: { pin: 'required' } })
  expect((await ana.post('/whatsapp-cloud/links', { ...chosen, pin: '12' })).body).toMatchObject({
    fields: { pin: 'pin' },
  })
  const linked = await ana.post('/whatsapp-cloud/links', { ...chosen, pin: '482913' })
  expect(linked.body).toMatchObject({ name: 'Rio', phoneNumberId: fresh.id, token: 'set', appSecret: 'none' })
  expect(linked.body['verifiedAt']).not.toBeNull()
  // Nothing has to be entered at Meta, whose events arrive at the address of the host's app.
  expect(linked.body['webhook']).toBeNull()
  const { phones, subscribed } = world.graph.state
  expect([phones[0]?.pin, phones[0]?.isUnregistered, subscribed]).toEqual([
    '482913',
    false,
    new Set([fresh.businessAccountId]),
  ])
  await world.connected(2)
  expect(JSON.stringify(world.rows('SELECT * FROM cloud_account'))).not.toContain(token)

  // Events arrive at the address of the host's app.
  await world.graph.says({ waId: '5511988880001' }, text('Oi'), { phoneId: fresh.id })
  await until(() => world.rows("SELECT id FROM message WHERE body = 'Oi'").length === 1, 'the message')
  expect((await ana.get('/tickets/1')).body).not.toHaveProperty('hasPhone')
})

test('a number that stays in the WhatsApp Business app is not registered, and brings its contacts and history', async () => {
  const { address, code, state } = await signUp(true)
  expect(JSON.parse(address.searchParams.get('extras') ?? '')).toEqual({
    setup: {},
    featureType: 'whatsapp_business_app_onboarding',
  })
  world.graph.fail({ status: 403, code: 200, message: 'No access to the credit line', only: /^GET \/\d+$/ })
  const { link, numbers } = (await ana.post('/whatsapp-cloud/numbers', { code, state })).body
  expect(numbers).toMatchObject([{ isFunded: true }, { isFunded: true }])
  world.graph.recover()
  const chosen = { link, name: 'Sul', queueIds: [], phoneNumberId: inApp.id }
  expect((await ana.post('/whatsapp-cloud/links', chosen)).status).toBe(200)
  await world.connected(2)
  expect(linesTo('/register')).toEqual([])
  const asked = () => world.graph.calls.filter(({ line }) => line.endsWith('/smb_app_data'))
  await until(() => asked().length === 2, 'the contacts and the history to be asked for')
  expect(asked().map(({ body }) => body['sync_type'])).toEqual(['smb_app_state_sync', 'history'])
  await world.graph.says({ waId: '5511988880001' }, text('Oi'), { phoneId: inApp.id })
  await until(() => world.rows("SELECT id FROM message WHERE body = 'Oi'").length === 1, 'the message')
  // What Meta does not pass on can be read in the app.
  expect((await ana.get('/tickets/1')).body).toMatchObject({ hasPhone: true })
  // Again: the same connection gets a new token.
  expect((await ana.post('/whatsapp-cloud/links', { ...chosen, name: 'Outro' })).body).toMatchObject({
    whatsappId: 2,
    name: 'Sul',
  })
})

test('what Meta refuses is shown with its sentence, and nothing is stored', async () => {
  const [number] = world.graph.state.phones
  if (number) number.pin = '111111'
  const link = await findNumbers()
  const tryIt = async () => {
    const body = { link, name: 'Rio', queueIds: [], phoneNumberId: fresh.id, pin: '222222' }
    return (await ana.post('/whatsapp-cloud/links', body)).body['fields']
  }
  expect(await tryIt()).toEqual({ pin: 'The pin entered is incorrect.' })
  const payment = 'Message failed to send because there were one or more errors related to your payment method.'
  world.graph.fail({
    status: 400,
    code: 131042,
    message: 'Business eligibility payment issue',
    details: payment,
    only: /register/,
  })
  expect(await tryIt()).toEqual({ phoneNumberId: payment })
  world.graph.fail({ status: 403, code: 200, message: 'No access to the credit line', only: /subscribed_apps/ })
  expect(await tryIt()).toEqual({ phoneNumberId: 'No access to the credit line' })
  world.graph.recover()
  const again = await ana.post('/whatsapp-cloud/numbers', { code: 'AQ1used', state: (await signUp()).state })
  expect(again.body).toMatchObject({ fields: { code: 'This authorization code has been used.' } })
  expect(world.rows('SELECT * FROM cloud_account')).toEqual([])
})

test('only those who manage connections sign up, and only where the host has set it up', async () => {
  const bruno = await world.as(world.bruno)
  const link = { link: 'x', name: 'Rio', queueIds: [], phoneNumberId: '1' }
  for (const [path, body] of [
    ['login', {}],
    ['numbers', { code: 'x', state: 'y' }],
    ['links', link],
  ] as const) {
    expect((await bruno.post(`/whatsapp-cloud/${path}`, body)).status).toBe(403)
  }
  await world.stop()
  world = await createPageWorld()
  ana = await world.as(world.ana)
  expect((await ana.get('/whatsapp-cloud')).body).toEqual({ hasHostApp: true, hasSignup: false })
  expect((await ana.post('/whatsapp-cloud/login', {})).body['error']).toBe('ERR_NO_META_APP')
})
