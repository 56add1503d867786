import { afterEach, beforeEach, expect, test } from 'bun:test'
import { messageChange, statusChange } from '../../testing/services/graph-server/graph-changes'
import { deliver, envelopeOf, signatureOf, verifyAddress } from '../../testing/services/graph-server/graph-webhooks'
import { graphAppSecret, graphPhone } from '../../testing/services/graph-server/start-graph-server'
import { createCloudWorld, type CloudWorld } from '../../testing/whatsapp/cloud-world'
import { until } from '../../testing/whatsapp/whatsapp-world'

const secondPhone = { ...graphPhone, id: '209990001112223', displayNumber: '+55 21 3003-1000' }
const maria = { waId: '5511988880001', name: 'Dona Maria' }

let world: CloudWorld
const space = { freeBytes: 0, totalBytes: 100 * 1024 ** 3 }
beforeEach(async () => {
  space.freeBytes = space.totalBytes
  world = await createCloudWorld({ phones: [graphPhone, secondPhone], world: { readSpace: () => space } })
})
afterEach(() => world.stop())

const bodies = (companyId = 1) => world.messages(companyId).map(({ body }) => body)
const whenSaid = (...expected: string[]) =>
  until(
    () => JSON.stringify(bodies()) === JSON.stringify(expected),
    () => JSON.stringify(bodies()),
  )
const textChange = (id: string, body: string, phone = graphPhone) =>
  messageChange(phone, maria, { id: `wamid.${id}`, atMs: Date.now(), content: { type: 'text', text: { body } } })

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  key = world.webhookKey,
) {
  const response = await fetch(world.addressOf(key), {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signatureOf(body, graphAppSecret),
      ...headers,
    },
  })
  return response.status
}

test('Meta verifies the address with the verify token; the challenge is answered as text', async () => {
  const answer = await world.verify()
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    '1158201444',
  ])
  expect((await world.verify('another token')).status).toBe(403)
  expect((await world.verify(undefined, '<b>a</b>'.padEnd(201, 'x'))).status).toBe(400)
  expect((await world.verify(undefined, 'a\nb')).status).toBe(403)
  expect((await verifyAddress(world.addressOf('x'.repeat(30)), `verify-${world.webhookKey}`)).status).toBe(403)
  expect((await world.verify('')).status).toBe(403)
})

test('limits guessed verify tokens by address; an address that has verified goes on', async () => {
  const now = new Date()
  world.setTime(now)
  const from = (address: string, token: string) =>
    verifyAddress(world.addressOf(world.webhookKey), token, '1', { 'x-forwarded-for': address })
  const right = `verify-${world.webhookKey}`
  expect((await from('203.0.113.7', right)).status).toBe(200)
  for (let count = 0; count < 60; count++) {
    for (const address of ['203.0.113.7', '203.0.113.8']) expect((await from(address, `x${count}`)).status).toBe(403)
  }
  expect((await from('203.0.113.7', 'x60')).status).toBe(429)
  expect((await from('203.0.113.8', right)).status).toBe(429)
  expect((await from('203.0.113.7', right)).status).toBe(200)
  expect((await from('203.0.113.9', right)).status).toBe(200)
  world.setTime(new Date(now.getTime() + 300_000))
  expect((await from('203.0.113.8', right)).status).toBe(200)
})

test('files signed events before it answers, and interprets them', async () => {
  const answer = await world.graph.deliver(textChange('1', 'Olá/çã 😀'))
  expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
  await whenSaid('Olá/çã 😀')
  expect(world.ctx(1).company.sqlite.query('SELECT connection_id, channel, status FROM ticket').values()).toEqual([
    [2, 'whatsappapi', 'pending'],
  ])
})

test('with hardly any space events are answered with 503, so that Meta repeats them', async () => {
  space.freeBytes = 100 * 1024 ** 2
  const refused = await world.graph.deliver(textChange('1', 'mais tarde'))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
  expect([world.filed(), bodies()]).toEqual([0, []])
  space.freeBytes = space.totalBytes
  expect((await world.graph.deliver(textChange('1', 'mais tarde'))).status).toBe(200)
  await whenSaid('mais tarde')
})

test('events beyond 50,000 that wait are answered with 429; gaps between those that wait do not count', async () => {
  const { sqlite } = world.ctx(1).company
  const fileLater = (from: number, to: number) =>
    sqlite.run(
      `WITH RECURSIVE waiting(id) AS (SELECT ? UNION ALL SELECT id + 1 FROM waiting WHERE id < ?)
       INSERT INTO inbound_event (connection_id, id, retry_at, created_at, payload) SELECT 2, id, 1e13, 0, '[]' FROM waiting`,
      [from, to],
    )
  fileLater(1, 2)
  fileLater(90_000, 90_000)
  expect((await world.graph.deliver(textChange('1', 'cabe'))).status).toBe(200)
  await whenSaid('cabe')
  fileLater(3, 49_999)
  expect(world.filed()).toBe(50_000)
  const refused = await world.graph.deliver(textChange('2', 'mais tarde'))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  sqlite.run('DELETE FROM inbound_event WHERE id = 3')
  expect((await world.graph.deliver(textChange('2', 'mais tarde'))).status).toBe(200)
  await whenSaid('cabe', 'mais tarde')
})

test('a request with one byte changed, or with a wrong or missing signature, is refused and stores nothing', async () => {
  const body = JSON.stringify(envelopeOf(graphPhone.businessAccountId, textChange('1', 'um')))
  const signature = signatureOf(body, graphAppSecret)
  const wrong = [
    await post(body.replace('um', 'dm'), { 'x-hub-signature-256': signature }),
    await post(`${body} `, { 'x-hub-signature-256': signature }),
    // The same data, encoded again.
    await post(JSON.stringify(JSON.parse(body), null, 1), { 'x-hub-signature-256': signature }),
    await post(body, { 'x-hub-signature-256': '' }),
    await post(body, { 'x-hub-signature-256': signature.replace('sha256=', '') }),
    await post(body, { 'x-hub-signature-256': signature.replace('sha256=', 'sha1=') }),
    await post(body, { 'x-hub-signature-256': signature.toUpperCase() }),
    await post(body, { 'x-hub-signature-256': signatureOf(body, 'another secret') }),
    await post(body, {}, 'x'.repeat(30)),
  ]
  expect(new Set(wrong)).toEqual(new Set([401]))
  expect([world.filed(), bodies()]).toEqual([0, []])
  expect(await post(body)).toBe(200)
  await whenSaid('um')
})

test('a body for an unknown address is refused before it is read', async () => {
  // It never ends.
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) })
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': 'sha256=0' }
  const answer = await fetch(world.addressOf('x'.repeat(30)), { method: 'POST', body, headers })
  expect(answer.status).toBe(401)
})

test('what Meta still delivers at the address of a deleted connection is answered with 200 and dropped', async () => {
  const secondKey = 'WebhookKey0000000000000000002B'
  const id = world.addAccount(1, secondPhone, { key: secondKey, name: 'Outra' })
  const body = JSON.stringify(envelopeOf(graphPhone.businessAccountId, textChange('1', 'um', secondPhone)))
  expect((await (await world.as(world.ana)).delete(`/whatsapp/${id}`)).status).toBe(200)
  expect(await post(body, {}, secondKey)).toBe(200)
  expect(await post('not json', { 'x-hub-signature-256': 'sha256=0' }, secondKey)).toBe(200)
  expect((await verifyAddress(world.addressOf(secondKey), `verify-${secondKey}`)).status).toBe(403)
  expect([world.filed(), bodies()]).toEqual([0, []])
  // The other connection goes on.
  expect((await world.graph.deliver(textChange('2', 'dois'))).status).toBe(200)
  await whenSaid('dois')
})

test('so is what Meta still delivers for a deleted company', async () => {
  const secondKey = 'WebhookKey0000000000000000002B'
  world.addAccount(2, secondPhone, { key: secondKey })
  const body = JSON.stringify(envelopeOf(graphPhone.businessAccountId, textChange('1', 'um', secondPhone)))
  expect(await post(body, { 'x-hub-signature-256': 'sha256=0' }, secondKey)).toBe(401)
  expect((await (await world.as(world.sofia)).delete('/companies/2')).status).toBe(200)
  expect(await post(body, {}, secondKey)).toBe(200)
  expect([world.filed(), bodies()]).toEqual([0, []])
})

test('refuses bodies of more than 3 MB, and what is not JSON', async () => {
  expect(await post('x'.repeat(3 * 1024 * 1024 + 1))).toBe(413)
  expect(await post('not json')).toBe(400)
  expect(await post('['.repeat(70) + ']'.repeat(70))).toBe(400)
  expect(await post('{}', { 'content-type': 'text/plain' })).toBe(415)
  for (const odd of ['{}', '[]', '"a"', 'null', '1', '{"object":"page","entry":[{"id":"1"}]}']) {
    expect([200, 400]).toContain(await post(odd))
  }
  const strange = {
    object: 'whatsapp_business_account',
    entry: [1, { id: 5, changes: 'x' }, { id: '1', changes: [null, { field: 7 }] }],
  }
  expect(await post(JSON.stringify(strange))).toBe(200)
  expect([world.filed(), bodies()]).toEqual([0, []])
})

test('splits a batch into messages, in order; redelivery and duplicates change nothing', async () => {
  const changes = ['um', 'dois', 'três'].map((text, index) => textChange(`m${index}`, text))
  const [first, second] = changes
  const both = {
    field: 'messages',
    value: {
      ...first?.value,
      messages: [...((first?.value['messages'] ?? []) as object[]), ...((second?.value['messages'] ?? []) as object[])],
    },
  }
  expect((await world.graph.deliver(both, changes[2]!)).status).toBe(200)
  await whenSaid('um', 'dois', 'três')
  await Promise.all([world.graph.deliver(...changes.toReversed()), world.graph.deliver(both, both)])
  await until(() => world.filed() === 0, 'all to be interpreted')
  expect(bodies()).toEqual(['um', 'dois', 'três'])
})

test('takes a batch of almost 3 MB', async () => {
  const message = { id: 'wamid.unknown', to: maria.waId, body: {} }
  const { value } = statusChange(graphPhone, message, { status: 'read', atMs: Date.now() })
  const [status] = value['statuses'] as object[]
  const statuses = Array.from({ length: 30_000 }, (_, index) => ({ ...status, id: `wamid.${index}` }))
  const body = JSON.stringify(
    envelopeOf(graphPhone.businessAccountId, { field: 'messages', value: { ...value, statuses } }),
  )
  expect(body.length).toBeGreaterThan(2_700_000)
  expect(await post(body)).toBe(200)
  await until(() => world.filed() === 0, 'all to be interpreted', 30_000)
})

test('an unknown number is answered with 200 and files nothing', async () => {
  const unknown = { ...graphPhone, id: '999' }
  expect((await world.graph.deliver(textChange('1', 'um', unknown))).status).toBe(200)
  expect([world.filed(), bodies()]).toEqual([0, []])
})

test('two numbers of one business account, in two companies of the host: each gets its own', async () => {
  const secondKey = 'WebhookKey0000000000000000002B'
  world.addAccount(2, secondPhone, { key: secondKey })
  const changes = [textChange('a', 'para a Acme'), textChange('b', 'para a Globex', secondPhone)]
  // Both have the same app, which delivers to one address.
  expect((await world.graph.deliver(...changes)).status).toBe(200)
  await until(() => bodies(2).length === 1 && bodies().length === 1, 'both messages')
  expect([bodies(1), bodies(2)]).toEqual([['para a Acme'], ['para a Globex']])
})

test('a company whose file cannot be written keeps no other company’s events back, and gets its own when Meta repeats them', async () => {
  world.addAccount(2, secondPhone, { key: 'WebhookKey0000000000000000002B' })
  const { sqlite } = world.ctx(1).company
  sqlite.run("CREATE TRIGGER full BEFORE INSERT ON inbound_event BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
  const changes = [textChange('a', 'para a Acme'), textChange('b', 'para a Globex', secondPhone)]
  expect((await world.graph.deliver(...changes)).status).toBe(500)
  await until(() => bodies(2).length === 1, 'the other company’s message')
  sqlite.run('DROP TRIGGER full')
  expect((await world.graph.deliver(...changes)).status).toBe(200)
  await whenSaid('para a Acme')
  expect([bodies(1), bodies(2)]).toEqual([['para a Acme'], ['para a Globex']])
})

test('an app cannot file events for a number that another app serves', async () => {
  world.addAccount(2, secondPhone, { key: 'WebhookKey0000000000000000002B', appSecret: 'the secret of another app' })
  const forged = envelopeOf(graphPhone.businessAccountId, textChange('1', 'forjada', secondPhone))
  expect((await deliver(world.graph.webhook, forged)).status).toBe(200)
  expect([world.filed(2), bodies(2)]).toEqual([0, []])
})

test('the host’s app secret signs for connections without their own', async () => {
  await world.stop()
  world = await createCloudWorld({ world: { environment: { META_APP_SECRET: 'secret-of-the-host' } } })
  world.ctx(1).company.sqlite.run("UPDATE cloud_account SET app_secret = ''")
  const body = JSON.stringify(envelopeOf(graphPhone.businessAccountId, textChange('1', 'um')))
  expect(await post(body)).toBe(401)
  expect(await post(body, { 'x-hub-signature-256': signatureOf(body, 'secret-of-the-host') })).toBe(200)
  await whenSaid('um')
})

test('no secret at all signs nothing', async () => {
  world.ctx(1).company.sqlite.run("UPDATE cloud_account SET app_secret = ''")
  const body = JSON.stringify(envelopeOf(graphPhone.businessAccountId, textChange('1', 'um')))
  expect(await post(body, { 'x-hub-signature-256': signatureOf(body, '') })).toBe(401)
  expect(await post(body)).toBe(401)
})

// "user_preferences webhook reference", developers.facebook.com (stored copy, 2026): `value` is stop or resume.
test('people who stop marketing in WhatsApp are left out of campaigns until they resume; whom an admin added stays', async () => {
  const change = (waId: string, value: 'stop' | 'resume') => ({
    field: 'user_preferences',
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '551140028922', phone_number_id: graphPhone.id },
      contacts: [{ profile: { name: 'Dona Maria' }, wa_id: waId }],
      user_preferences: [
        {
          wa_id: waId,
          detail: `User requested to ${value} marketing messages`,
          category: 'marketing_messages',
          value,
          timestamp: 1731705721,
        },
      ],
    },
  })
  await world.connect()
  const list = () =>
    world.ctx(1).company.sqlite.query<any, []>('SELECT number, source FROM suppression ORDER BY id').values()
  const ana = await world.as(world.ana)
  await ana.post('/suppressions', { number: '5511977770001' })
  await world.graph.deliver(
    change(maria.waId, 'stop'),
    change('5511977770001', 'stop'),
    change('5511977770002', 'stop'),
  )
  await until(() => list().length === 3, 'the stops')
  expect(list()).toEqual([
    ['5511977770001', 'manual'],
    [maria.waId, 'optOut'],
    ['5511977770002', 'optOut'],
  ])
  await world.graph.deliver(change(maria.waId, 'resume'), change('5511977770001', 'resume'))
  await until(() => list().length === 2, 'the resumption')
  expect(list()).toEqual([
    ['5511977770001', 'manual'],
    ['5511977770002', 'optOut'],
  ])
})
