import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openTicket, setSetting } from '../testing/conversation/conversation'
import { addContact, addTicket } from '../testing/conversation/tickets'
import { createWorld, type World } from '../testing/world/world'

let world: World
beforeEach(async () => {
  world = await createWorld()
  openTicket(world)
  world.published.length = 0
})
afterEach(() => world.stop())

type Caller = 'ana' | 'bruno' | 'carla'
const as = (person: Caller) => world.as(world[person])
const note = async (person: Caller, body: string, ticketId = 1) =>
  (await (await as(person)).post(`/messages/${ticketId}`, { body, isPrivate: true })).body.messages[0]
const listed = async (person: Caller) => {
  const { body } = await (await as(person)).get('/notifications')
  return body.notifications.map((one: { kind: string; from: { name: string } | null; text: string }) => [
    one.kind,
    one.from?.name ?? null,
    one.text,
  ])
}
const live = () =>
  world.published
    .filter(({ event }) => event === 'company-1-notification')
    .map(({ topics, data }) => [
      topics,
      data['action'],
      (data['notification'] as { kind: string } | undefined)?.kind ?? data['notificationIds'],
    ])

test('notifies the owner of a colleague’s private note, but not of their own', async () => {
  await note('bruno', 'anotado')
  expect(await listed('bruno')).toEqual([])
  await note('ana', 'Cliente antiga, cuidado com o prazo')
  expect(await listed('bruno')).toEqual([['privateNote', world.ana.name, 'Cliente antiga, cuidado com o prazo']])
  expect(await listed('ana')).toEqual([])
  expect(live()).toEqual([[['1/user:2'], 'create', 'privateNote']])
  for (const [length, shown] of [
    [200, 'x'.repeat(200)],
    [201, `${'x'.repeat(199)}…`],
  ] as const) {
    await note('ana', 'x'.repeat(length))
    expect(await listed('bruno')).toEqual([['privateNote', world.ana.name, shown]])
  }
})

test('a newer notification of a kind replaces the earlier; reading the ticket removes all on every screen', async () => {
  await note('ana', 'primeira')
  await note('ana', 'segunda')
  expect(await listed('bruno')).toEqual([['privateNote', world.ana.name, 'segunda']])
  world.published.length = 0
  const bruno = await as('bruno')
  expect((await bruno.post('/notifications/read', { ticketId: 1 })).status).toBe(200)
  expect(await listed('bruno')).toEqual([])
  expect(live()).toEqual([[['1/user:2'], 'delete', [expect.any(Number)]]])
  await bruno.post('/notifications/read', {})
  expect(live()).toHaveLength(1)
})

test('notifies the receiver of a transfer once, with its message, beside earlier ones', async () => {
  const ana = await as('ana')
  const { id } = addTicket(world.ctx(1), { contactId: addContact(world.ctx(1), 'Outra'), status: 'open', userId: 2 })
  world.ctx(1).company.sqlite.run(`INSERT INTO notification (user_id, ticket_id, kind, text, created_at)
    VALUES (3, 1, 'mention', 'antiga', 1), (3, ${id}, 'privateNote', 'antiga', 1)`)
  await ana.put('/tickets/1', {
    status: 'open',
    userId: world.carla.id,
    queueId: 2,
    msgTransfer: 'x',
    isTransfered: true,
  })
  const { body } = await (await as('carla')).get('/notifications')
  expect(body.notifications).toHaveLength(2)
  expect(body.notifications[0]).toMatchObject({ kind: 'transfer', ticketId: 1, from: { name: world.ana.name } })
  await ana.put(`/tickets/${id}`, { status: 'open', userId: world.carla.id, queueId: 2, isTransfered: true })
  const kinds = (await listed('carla')).map(([kind]: string[]) => kind)
  expect(kinds).toEqual(['transfer', 'transfer', 'privateNote', 'mention'])
  expect(await listed('bruno')).toEqual([])
})

test('notifies mentioned colleagues who may see the ticket only', async () => {
  const { id, dataJson } = await note('bruno', `Oi @${world.ana.name}, e @${world.carla.name}? e-mail ana@acme.test`)
  expect(dataJson.mentions).toEqual([{ id: world.ana.id, name: world.ana.name }])
  expect((await listed('ana')).map(([kind]: string[]) => kind)).toEqual(['mention'])
  expect(await listed('carla')).toEqual([])
  expect(live().map(([topics]) => topics)).toEqual([['1/user:1']])
  await (await as('bruno')).delete(`/messages/${id}`)
  expect(await listed('ana')).toEqual([])
})

test('an edit notifies newly mentioned users, and withdraws the notification of others', async () => {
  const { id } = await note('bruno', 'Veja isto')
  const bruno = await as('bruno')
  const edit = (body: string) => bruno.post(`/messages/edit/${id}`, { body })
  await edit(`Veja isto, @${world.ana.name}`)
  expect(await listed('ana')).toEqual([['mention', world.bruno.name, `Veja isto, @${world.ana.name}`]])
  await (await as('ana')).post('/notifications/read', {})
  await edit(`Veja isto hoje, @${world.ana.name}`)
  expect(await listed('ana')).toEqual([])
  await edit('Veja isto')
  await edit(`De novo, @${world.ana.name}`)
  expect((await listed('ana')).map(([kind]: string[]) => kind)).toEqual(['mention'])
  await edit('Veja isto')
  expect(await listed('ana')).toEqual([])
})

test('a mention of one of two users with the same name goes to the chosen one', async () => {
  world.ctx(1).company.sqlite.run('UPDATE user SET name = (SELECT name FROM user WHERE id = 1) WHERE id = 3')
  world.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = 1')
  world.ctx(1).company.sqlite.run('INSERT OR IGNORE INTO user_queue (user_id, queue_id) VALUES (3, 1)')
  world.ctx(1).company.sqlite.run(`UPDATE user SET all_user_chat = 1 WHERE id = 3`)
  const send = async (mentions?: number[]) => {
    const body = { body: `Oi @${world.ana.name}`, isPrivate: true, mentions }
    return (await (await as('bruno')).post('/messages/1', body)).body.messages[0]
  }
  expect((await send()).dataJson?.mentions).toBeUndefined()
  expect((await send([world.ana.id])).dataJson.mentions).toEqual([{ id: world.ana.id, name: world.ana.name }])
  expect((await send([world.carla.id])).dataJson.mentions).toEqual([{ id: world.carla.id, name: world.ana.name }])
  expect((await listed('carla')).map(([kind]: string[]) => kind)).toEqual(['mention'])
})

test('a message to the contact mentions nobody', async () => {
  await (await as('bruno')).post('/messages/1', { body: `Fale com @${world.ana.name}` })
  expect(await listed('ana')).toEqual([])
})

test('lists users who can be mentioned, marking those who may not see the ticket', async () => {
  const { body } = await (await as('bruno')).get('/messages/1/colleagues')
  const sees = Object.fromEntries(body.map((one: { id: number; canSee: boolean }) => [one.id, one.canSee]))
  expect(sees).toMatchObject({ [world.ana.id]: true, [world.bruno.id]: true, [world.carla.id]: false })
  expect((await (await as('carla')).get('/messages/1/colleagues')).status).toBe(404)
})

test('omits tickets that the user may no longer see', async () => {
  await note('ana', 'nota')
  world.ctx(1).company.sqlite.run('UPDATE ticket SET user_id = 3, queue_id = 2')
  expect(await listed('bruno')).toEqual([])
})

test('masks numbers for plain users if the company hides them', async () => {
  const lastText = () => {
    const { data } = world.published.findLast(({ event }) => event === 'company-1-notification') ?? {}
    return (data?.['notification'] as { text: string } | undefined)?.text
  }
  await note('ana', 'Ligar para 5511988880001')
  expect(lastText()).toBe('Ligar para 5511988880001')
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
  await note('ana', 'Ligar para 5511988880001')
  expect(await listed('bruno')).toEqual([['privateNote', world.ana.name, 'Ligar para ******01']])
  expect(lastText()).toBe('Ligar para ******01')
  await note('bruno', `@${world.ana.name}, ligar para 5511988880001`)
  expect(lastText()).toEndWith('ligar para 5511988880001')
})

test('marks tickets that begin to wait, with who returned them', async () => {
  const began = () =>
    world.published
      .splice(0)
      .filter(({ event, data }) => event === 'company-1-ticket' && data['ticket'])
      .map(({ data }) => data['beganToWait'])
  const bruno = await as('bruno')
  await bruno.put('/tickets/1', { status: 'pending', userId: null })
  expect(began()).toEqual([{ byUserId: world.bruno.id }])
  await bruno.post('/tickets/1/unread')
  expect(began()).toEqual([undefined])
  await (await as('ana')).put('/tickets/1', { queueId: 2 })
  expect(began()).toEqual([{ byUserId: world.ana.id }])
  const { id } = addTicket(world.ctx(1))
  expect(began()).toEqual([{ byUserId: null }])
  world.ctx(1).company.sqlite.run(`UPDATE ticket SET is_bot = 1, automation = '{"kind":"menu"}' WHERE id = ?`, [id])
  expect((await bruno.post(`/tickets/${id}/stop-bot`)).status).toBe(200)
  expect(began()).toEqual([{ byUserId: world.bruno.id }])
})

test('each user can disable notifications of waiting tickets', async () => {
  const bruno = await as('bruno')
  expect((await bruno.get('/auth/me')).body.user.notifyWaiting).toBe(true)
  expect((await bruno.put('/users/2', { notifyWaiting: false })).status).toBe(200)
  expect((await bruno.get('/auth/me')).body.user.notifyWaiting).toBe(false)
  expect((await bruno.put('/users/3', { notifyWaiting: false })).status).toBe(403)
})

test('publishes nothing to another company', async () => {
  await note('ana', 'nota')
  addTicket(world.ctx(2), { contactId: 1, status: 'open', queueId: 1, userId: 2 })
  const gina = await world.as(world.gina)
  expect((await gina.get('/notifications')).body.notifications).toEqual([])
})

test('remembers until when each user has seen who waits, never later than now or earlier than before', async () => {
  const see = async (until: string, person: Caller = 'bruno') =>
    (await (await as(person)).put('/notifications/seenWaiting', { until })).status
  const seen = async (person: Caller) => (await (await as(person)).get('/notifications/seenWaiting')).body.until
  expect(await seen('bruno')).toBe(null)
  const at = new Date(world.ctx(1).now.getTime() - 60_000).toISOString()
  expect([await see(at), await seen('bruno'), await seen('carla')]).toEqual([200, at, null])
  await see(new Date(Date.parse(at) - 60_000).toISOString())
  expect(await seen('bruno')).toBe(at)
  await see('2999-01-01T00:00:00.000Z')
  expect(Date.parse(await seen('bruno'))).toBeLessThanOrEqual(world.ctx(1).now.getTime())
  expect(await see('amanhã')).toBe(400)
})
