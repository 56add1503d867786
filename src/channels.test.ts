import { afterEach, expect, test } from 'bun:test'
import type { ChannelHost } from './channel/channel-driver'
import { channelRules } from './channel/channel-rules.contract'
import { providers, providersOf } from './channels'
import { createAccountHost } from './connection/save/account-host'
import { composeConnections } from './run-connections'
import { readConnection } from './testing/conversation/connections'
import { createProbe, probeSecret } from './testing/probe/probe-provider'
import { signatureOf } from './testing/services/graph-server/graph-webhooks'
import { stub } from './testing/stub'
import { until } from './testing/whatsapp/whatsapp-world'
import { createWorld, type World } from './testing/world/world'
import { acceptTicket } from './ticket/assignment/accept-ticket'

const key = 'ProbeKey000000000000000000001A'
const own = { queueIds: [], greetingMessage: '', ratingMessage: '', expiresTicketNPS: 0 }

let world: World
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** A product whose only provider is the probe, with two pages, and a customer of the first one. */
async function startProbe() {
  const probe = createProbe()
  world = await createWorld({ providers: providersOf([probe.provider]) })
  const connections = composeConnections(world.platform, { supervisor: { startGapMs: 0 } })
  cleanUps.push(
    () => world.stop(),
    () => connections.stop(),
  )
  const host = createAccountHost(world.platform)
  const add = (name: string, page: string, webhookKey = key) =>
    host.create(world.ctxAs(world.ana), { ...own, name }, probe.accountOf(page, webhookKey))
  const id = await add('Página', '104')
  const otherId = await add('Outra', '105', key.replace('1A', '2A'))
  await until(() => readConnection(world, id)?.status === 'CONNECTED', 'the page to connect')
  const rows = (sql: string) => world.ctx(1).company.sqlite.query<Record<string, unknown>, []>(sql).all()

  function deliver(body: object, signature = signatureOf(JSON.stringify(body), probeSecret)) {
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    const request = { method: 'POST', body: JSON.stringify(body), headers }
    return world.app.handle(new Request(`http://localhost/webhook/meta/${key}`, request))
  }
  const says = (text: string, id: string) => {
    const events = [{ id, from: '7001', text, atMs: Date.now() - 1000 }]
    return deliver({ object: 'probe', entry: [{ page: '104', events }] })
  }
  return { probe, id, otherId, add, rows, deliver, says }
}

test('a provider is one folder and one registration: it receives, sends, and refuses what it lacks', async () => {
  const { probe, id, otherId, add, rows, deliver, says } = await startProbe()
  expect(await add('Sem página', '0').catch(String)).toContain('No such page')
  expect(await add('A mesma', '104').catch((error) => error.details)).toEqual({ fields: { page: 'taken' } })

  expect((await deliver({ object: 'probe' }, 'sha256=0')).status).toBe(401)
  expect((await deliver({ object: 'whatsapp_business_account', entry: [{ page: '104' }] })).status).toBe(200)
  expect((await says('Oi', 'm1')).status).toBe(200)
  await until(() => rows('SELECT 1 FROM message').length === 1, 'the message')
  expect(rows('SELECT body, connection_id FROM message')).toEqual([{ body: 'Oi', connection_id: id }])
  expect(rows("SELECT scope, value FROM contact_identity WHERE kind = 'page-scoped'")).toEqual([
    { scope: id, value: '7001' },
  ])
  expect([probe.accounts.get(`1/${id}`)?.isVerified, probe.accounts.get(`1/${otherId}`)?.isVerified]).toEqual([
    true,
    false,
  ])

  const ana = await world.as(world.ana)
  const ticketId = Number(rows('SELECT id FROM ticket')[0]?.['id'])
  acceptTicket(world.ctxAs(world.ana), ticketId, { queueId: 1 })
  expect((await ana.post(`/messages/${ticketId}`, { body: 'Bom dia' })).status).toBe(200)
  await until(() => probe.sent.length === 1, 'the answer')
  expect(probe.sent[0]).toMatchObject({ to: { kind: 'page-scoped', value: '7001' }, content: { kind: 'text' } })
  const isSent = "SELECT 1 FROM message WHERE provider_id = 'probe-1'"
  await until(() => rows(isSent).length === 1, 'its id')

  const [received, answer] = rows('SELECT id FROM message ORDER BY id').map((row) => row['id'])
  const refused = await Promise.all([
    ana.post(`/messages/edit/${answer}`, { body: 'Boa tarde' }),
    ana.delete(`/messages/${answer}`),
    ana.post(`/messages/${received}/reaction`, { emoji: '👍' }),
  ])
  expect(refused.map(({ body }) => body['error'])).toEqual(Array.from({ length: 3 }, () => 'ERR_CHANNEL_CANNOT'))
  const contact = await ana.get('/contacts/checkNumber/5511900001111')
  expect([contact.status, contact.body['error']]).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED'])
  expect(probe.sent.length).toBe(1)
  expect(rows(`SELECT 1 FROM ticket WHERE connection_id = ${otherId}`)).toEqual([])
})

test('every driver has the methods that its rules promise, and no others', async () => {
  world = await createWorld()
  cleanUps.push(() => world.stop())
  const host = stub<ChannelHost>({ connectionId: 1, context: () => world.ctx(1) })
  for (const { channel: name, webhook, openTemplates, createDriver } of Object.values(providers)) {
    const channel = createDriver(world.platform).open(host)
    const rules = channelRules[name]
    expect([
      name,
      ...(['edit', 'delete', 'react', 'checkNumbers'] as const).map((method) => method in channel),
    ]).toEqual([name, rules.edit, rules.delete, rules.react, rules.numberLookup])
    expect(webhook !== undefined).toBe(rules.entrance === 'webhook')
    expect(openTemplates !== undefined).toBe(rules.templates === true)
  }
})
