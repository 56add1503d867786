import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createCloudWorld, type CloudWorld } from '../../../testing/whatsapp/cloud-world'
import { graphAppSecret, graphPhone, graphToken } from '../../../testing/services/graph-server/start-graph-server'
import { text } from '../../../testing/whatsapp/cloud-talk'
import { until } from '../../../testing/whatsapp/whatsapp-world'
import { type Caller, signIn } from '../../../testing/world/world'
import { changePlans } from '../../../testing/world/change-plans'

const second = { ...graphPhone, id: '209990001112223', displayNumber: '+55 21 3003-1000', verifiedName: 'Aurora Rio' }
const elsewhere = { ...graphPhone, id: '300000000000001', businessAccountId: '400000000000001' }
const account = {
  phoneNumberId: second.id,
  businessAccountId: second.businessAccountId,
  token: graphToken,
  appSecret: graphAppSecret,
}

let world: CloudWorld
let ana: Caller, bruno: Caller, gina: Caller
beforeEach(async () => {
  world = await createCloudWorld({ phones: [graphPhone, second, elsewhere] })
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterEach(() => world.stop())

const create = (values: object = {}, caller = ana) =>
  caller.post('/whatsapp-cloud', { name: 'Rio', ...account, ...values })
const fieldsOf = async (answer: ReturnType<typeof create>) => (await answer).body['fields']
const count = () => world.ctx(1).company.sqlite.query('SELECT count(*) FROM connection').values()[0]?.[0]

test('connects by hand: checked with Meta, subscribed, connected, with what has to be entered there', async () => {
  const { status, body } = await create()
  expect(status).toBe(200)
  expect(body).toEqual({
    whatsappId: 3,
    name: 'Rio',
    phoneNumberId: second.id,
    businessAccountId: second.businessAccountId,
    token: 'set',
    appSecret: 'set',
    hasHostApp: false,
    reportedError: '',
    reportedAt: null,
    months: [],
    historyError: '',
    webhook: {
      url: expect.stringMatching(/^\/webhook\/meta\/[A-Za-z0-9]{30}$/),
      verifyToken: expect.stringMatching(/^[A-Za-z0-9]{30}$/),
    },
    verifiedAt: null,
    verifiedName: 'Aurora Rio',
    quality: 'GREEN',
    tier: 'TIER_1K',
  })
  expect(world.graph.state.subscribed).toEqual(new Set([second.businessAccountId]))
  await world.whenStatus('CONNECTED', 3)
  const listed = (await ana.get('/whatsapp/3')).body
  expect(listed).toMatchObject({
    channel: 'whatsappapi',
    number: '552130031000',
    cloudAccount: {
      verifiedName: 'Aurora Rio',
      quality: 'GREEN',
      tier: 'TIER_1K',
      isVerified: false,
      accessEndsAt: null,
      reported: null,
    },
  })
})

test('the shown address and verify token are those that Meta uses, and messages arrive there', async () => {
  const { url, verifyToken } = (await create()).body.webhook
  const key = String(url).split('/').at(-1) ?? ''
  const answer = await fetch(
    `${world.addressOf(key)}?hub.mode=subscribe&hub.verify_token=${verifyToken}&hub.challenge=42`,
  )
  expect([answer.status, await answer.text()]).toEqual([200, '42'])
  expect((await ana.get('/whatsapp/3')).body.cloudAccount.isVerified).toBe(true)
  world.graph.webhook.url = world.addressOf(key)
  await world.graph.says({ waId: '5511988880001' }, text('Oi'), { phoneId: second.id })
  await until(() => world.messages().some(({ body }) => body === 'Oi'), 'the message')
})

test('a signed webhook shows that Meta knows an address, also that of another number of the same app', async () => {
  await create()
  expect((await ana.get('/whatsapp/3')).body.cloudAccount.isVerified).toBe(false)
  await world.graph.says({ waId: '5511988880001' }, text('Oi'), { phoneId: second.id })
  expect((await ana.get('/whatsapp/3')).body.cloudAccount.isVerified).toBe(true)
})

test('secrets are stored encrypted and never answered', async () => {
  const answers = [
    await create(),
    await ana.get('/whatsapp-cloud/3'),
    await ana.get('/whatsapp/3'),
    await ana.get('/whatsapp'),
  ]
  for (const { body } of answers) {
    expect(JSON.stringify(body)).not.toContain(graphToken)
    expect(JSON.stringify(body)).not.toContain(graphAppSecret)
  }
  const stored = JSON.stringify(world.ctx(1).company.sqlite.query('SELECT * FROM cloud_account').all())
  expect(stored).not.toContain(graphToken)
  expect(stored).not.toContain(graphAppSecret)
  const events = JSON.stringify(world.ctx(1).company.sqlite.query('SELECT data FROM event').all())
  expect(events).not.toContain(graphToken)
})

test('a fact that Meta does not tell stops no connection', async () => {
  const phone = world.graph.phoneOf(second.id)
  phone.missing = ['whatsapp_business_manager_messaging_limit', 'quality_rating']
  const { status, body } = await create()
  expect([status, body.verifiedName, body.quality, body.tier]).toEqual([200, 'Aurora Rio', '', ''])
  await world.whenStatus('CONNECTED', 3)
  phone.missing = []
  await world.connections.restart(1)
  const facts = async () => (await ana.get('/whatsapp-cloud/3')).body
  await until(async () => (await facts()).tier === 'TIER_1K', 'the limit')
  phone.missing = ['whatsapp_business_manager_messaging_limit']
  await world.connections.restart(1)
  await world.whenStatus('CONNECTED', 3)
  expect(await facts()).toMatchObject({ quality: 'GREEN', tier: 'TIER_1K' })
})

test('wrong values are named with Meta’s sentence, and nothing is stored', async () => {
  const before = count()
  expect(await fieldsOf(create({ token: 'wrong' }))).toEqual({
    token: 'Error validating access token: The session has been invalidated.',
  })
  expect(await fieldsOf(create({ phoneNumberId: '1' }))).toEqual({
    phoneNumberId: expect.stringContaining("Object with ID '1' does not exist"),
  })
  expect(await fieldsOf(create({ appSecret: 'wrong' }))).toEqual({
    appSecret: 'Invalid appsecret_proof provided in the API argument',
  })
  expect(await fieldsOf(create({ businessAccountId: '5' }))).toEqual({
    businessAccountId: expect.stringContaining("Object with ID '5' does not exist"),
  })
  expect(await fieldsOf(create({ businessAccountId: elsewhere.businessAccountId }))).toEqual({
    businessAccountId: 'otherBusiness',
  })
  expect(await fieldsOf(create({ phoneNumberId: 'abc', token: 'a b', businessAccountId: '' }))).toEqual({
    phoneNumberId: 'onlyDigits',
    token: 'invalid',
    businessAccountId: expect.any(String),
  })
  expect(await fieldsOf(create({ token: '', appSecret: '' }))).toEqual({ token: 'required', appSecret: 'required' })
  expect(await fieldsOf(create({ name: 'Oficial' }))).toEqual({ name: 'nameTaken' })
  world.graph.fail({ status: 503, code: 2, message: 'Service temporarily unavailable' })
  const down = await create()
  expect([down.status, down.body.error]).toEqual([400, 'ERR_CLOUD_UNAVAILABLE'])
  expect(count()).toBe(before)
})

test('where contacts rate, a connection is created with its question, like those of other channels', async () => {
  await ana.put('/settings/userRating', { value: 'enabled' })
  const calls = world.graph.calls.length
  expect(await fieldsOf(create())).toEqual({ ratingMessage: 'required', expiresTicketNPS: 'required' })
  expect(world.graph.calls).toHaveLength(calls)
  expect((await create({ ratingMessage: 'Que nota?', expiresTicketNPS: 60 })).status).toBe(200)
  expect((await ana.get('/whatsapp/3')).body).toMatchObject({ ratingMessage: 'Que nota?', expiresTicketNPS: 60 })
  // The other company asks for no ratings.
  const { id: phoneNumberId, businessAccountId } = elsewhere
  expect((await create({ phoneNumberId, businessAccountId }, gina)).status).toBe(200)
})

test('a number belongs to one connection of the host', async () => {
  expect(await fieldsOf(create({ phoneNumberId: graphPhone.id }))).toEqual({ phoneNumberId: 'taken' })
  expect((await create()).status).toBe(200)
  expect(await fieldsOf(create({}, gina))).toEqual({ phoneNumberId: 'taken' })
  const update = ana.put('/whatsapp-cloud/3', { ...account, phoneNumberId: graphPhone.id })
  expect((await update).body['fields']).toEqual({ phoneNumberId: 'taken' })
  expect(world.ctx(1).company.sqlite.query('SELECT phone_number_id FROM cloud_account').values()).toEqual([
    [graphPhone.id],
    [second.id],
  ])
})

test('another number releases the previous one, unless the change fails', async () => {
  await create()
  const moved = { ...account, phoneNumberId: elsewhere.id, businessAccountId: elsewhere.businessAccountId }
  const { sqlite } = world.ctx(1).company
  sqlite.run(
    `CREATE TRIGGER full BEFORE INSERT ON event WHEN NEW.type = 'connection.updated'
     BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  )
  expect((await ana.put('/whatsapp-cloud/3', moved)).status).toBe(500)
  sqlite.run('DROP TRIGGER full')
  expect(await fieldsOf(create({}, gina))).toEqual({ phoneNumberId: 'taken' })
  expect((await ana.put('/whatsapp-cloud/3', moved)).status).toBe(200)
  const { phoneNumberId, businessAccountId } = moved
  expect(await fieldsOf(create({ phoneNumberId, businessAccountId }, gina))).toEqual({ phoneNumberId: 'taken' })
  expect((await create({}, gina)).status).toBe(200)
})

test('empty secrets keep the stored ones; a new token connects again', async () => {
  await create()
  await world.whenStatus('CONNECTED', 3)
  world.graph.state.tokens.clear()
  world.graph.state.tokens.add('EAAGanothertoken')
  const kept = { phoneNumberId: second.id, businessAccountId: second.businessAccountId }
  expect((await ana.put('/whatsapp-cloud/3', kept)).body['fields']).toEqual({
    token: 'Error validating access token: The session has been invalidated.',
  })
  await world.connections.restart(1)
  await world.whenStatus('DISCONNECTED', 3)
  expect((await ana.put('/whatsapp-cloud/3', { ...kept, token: 'EAAGanothertoken' })).status).toBe(200)
  await world.whenStatus('CONNECTED', 3)
})

test('an app whose secret was changed at Meta says so, and connects again with the new one', async () => {
  await create()
  await world.whenStatus('CONNECTED', 3)
  world.graph.webhook.appSecret = 'fedcba9876543210fedcba9876543210'
  await world.connections.restart(1)
  await world.whenStatus('DISCONNECTED', 3)
  expect(world.row(3)?.lastError).toBe('The app secret must be entered again')
  const changed = { ...account, token: '', appSecret: world.graph.webhook.appSecret }
  expect((await ana.put('/whatsapp-cloud/3', changed)).status).toBe(200)
  await world.whenStatus('CONNECTED', 3)
  // Every call carries the proof, also those of the other connection.
  expect(world.graph.calls.filter(({ query }) => query['appsecret_proof'] === undefined)).toEqual([])
})

test('disconnecting forgets the token; then messages are no longer taken', async () => {
  await world.connect()
  expect((await ana.delete('/whatsappsession/2')).status).toBe(200)
  await world.whenStatus('DISCONNECTED')
  await until(
    () => JSON.stringify(world.ctx(1).company.sqlite.query('SELECT token FROM cloud_account').values()) === '[[""]]',
    'the token to be forgotten',
  )
  expect((await ana.get('/whatsapp-cloud/2')).body.token).toBe('none')
  expect((await world.graph.says({ waId: '5511988880001' }, text('Oi'))).status).toBe(200)
  expect([world.filed(), world.messages()]).toEqual([0, []])
  expect((await ana.post('/whatsappsession/2')).status).toBe(200)
  await until(() => world.row()?.lastError === 'The token must be entered', 'the reason')
})

test('deleting the connection deletes its secrets and releases the number', async () => {
  await create()
  expect((await ana.delete('/whatsapp/3')).status).toBe(200)
  expect(world.ctx(1).company.sqlite.query('SELECT connection_id FROM cloud_account').values()).toEqual([[2]])
  expect((await create({}, gina)).status).toBe(200)
})

test('only managers of connections of companies whose plan includes the channel', async () => {
  expect((await create({}, bruno)).status).toBe(403)
  expect((await bruno.get('/whatsapp-cloud/2')).status).toBe(403)
  expect((await bruno.put('/whatsapp-cloud/2', account)).status).toBe(403)
  expect((await gina.get('/whatsapp-cloud/2')).status).toBe(404)
  expect((await ana.get('/whatsapp-cloud/1')).status).toBe(404)
  changePlans(world, { useWhatsapp: false })
  const refused = await create()
  expect([refused.status, refused.body.error]).toEqual([402, 'ERR_PLAN_LIMIT'])
})

test('a number above the plan goes on with another token; once disconnected, it is not connected again', async () => {
  const id = 3
  await create()
  await world.whenStatus('CONNECTED', id)
  await ana.post('/whatsappsession/2')
  await world.whenStatus('CONNECTED', 2)
  changePlans(world, { useWhatsapp: false })
  expect((await ana.put(`/whatsapp-cloud/${id}`, account)).status).toBe(200)
  await world.whenStatus('CONNECTED', id)
  const other = await ana.put(`/whatsapp-cloud/${id}`, { ...account, phoneNumberId: elsewhere.id })
  expect(other.body).toMatchObject({ error: 'ERR_PLAN_LIMIT', limit: 'useWhatsapp' })
  await ana.delete(`/whatsappsession/${id}`)
  await world.whenStatus('DISCONNECTED', id)
  for (const answer of [await ana.put(`/whatsapp-cloud/${id}`, account), await ana.post(`/whatsappsession/${id}`)]) {
    expect([answer.status, answer.body.error]).toEqual([402, 'ERR_PLAN_LIMIT'])
  }
  // The other number goes on.
  expect(world.row()?.status).toBe('CONNECTED')
})

test('the general form creates no connection without an account', async () => {
  const answer = await ana.post('/whatsapp', { name: 'Sem conta', channel: 'whatsappapi' })
  expect([answer.status, answer.body.fields]).toEqual([400, { channel: 'unavailable' }])
})
