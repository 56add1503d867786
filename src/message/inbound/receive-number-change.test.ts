import { expect, test } from 'bun:test'
import { numberChange } from '../../testing/services/graph-server/graph-changes'
import { graphPhone } from '../../testing/services/graph-server/start-graph-server'
import { setSetting } from '../../testing/conversation/conversation'
import { createCloudTalk, maria, text } from '../../testing/whatsapp/cloud-talk'
import { until } from '../../testing/whatsapp/whatsapp-world'

const { world, ana, reply, accepted, whenAccepted } = createCloudTalk()
const moved = '5521977776666'
const bystander = { waId: '5511988887777', name: 'João' }

async function change(id = 'wamid.change', from: string = maria.waId) {
  const atMs = world().ctx(1).now.getTime()
  expect((await world().graph.deliver(numberChange(graphPhone, { id, from, to: moved, atMs }))).status).toBe(200)
  await until(() => world().filed() === 0, 'the change to be interpreted')
}
async function writes(customer: typeof bystander, body: string) {
  const before = world().messages().length
  await world().graph.says(customer, text(body))
  await until(() => world().messages().length > before, body)
  return world().messages().at(-1)
}
const contacts = () => world().ctx(1).company.sqlite.query('SELECT id, name, number FROM contact ORDER BY id').values()
const isOne = async (id: number) => (await ana().post(`/messages/${id}/number`)).status

test('a changed number is a note on the conversation: unread, reply window and bots stay as they are', async () => {
  const ticket = async () => (await ana().get('/tickets/1')).body
  await ana().get('/messages/1')
  const before = await ticket()
  await change()
  await change()
  const { messages } = (await ana().get('/messages/1')).body
  expect(messages).toHaveLength(2)
  expect(messages[1]).toMatchObject({
    mediaType: 'number_change',
    isPrivate: true,
    body: '',
    dataJson: { numberChange: { number: moved } },
  })
  const { unreadMessages, lastInboundAt, lastMessage, status } = before
  expect(await ticket()).toMatchObject({ unreadMessages, lastInboundAt, lastMessage, status })
  await change('wamid.unknown', '5511900000000')
  expect(contacts()).toHaveLength(1)
})

test('the abandoned number is neither greeted nor answered, and no ticket is opened', async () => {
  const greets = { name: 'Oficial', greetingMessage: 'Bem-vindo', queueIds: [1, 2] }
  expect((await ana().put('/whatsapp/2', greets)).status).toBe(200)
  await ana().put('/tickets/1', { status: 'closed', sendFarewellMessage: false })
  await until(() => world().ctx(1).company.sqlite.query("SELECT 1 FROM ticket WHERE status = 'closed'").get(), 'closed')
  const sent = accepted().length
  await change()
  expect(world().messages().at(-1)).toMatchObject({ media_type: 'number_change', ticket_id: 1 })
  expect(world().ctx(1).company.sqlite.query('SELECT status FROM ticket').values()).toEqual([['closed']])
  // The greeting works, though not for this.
  await writes(bystander, 'Olá')
  await whenAccepted(sent + 1)
  expect(accepted().map(({ to }) => to)).not.toContain(maria.waId)
})

test('one tap continues with the new number, merges its contact, and frees the old one', async () => {
  await change()
  await writes({ waId: moved, name: 'Maria nova' }, 'Sou eu')
  await writes(bystander, 'Oi')
  expect(contacts()).toEqual([
    [1, maria.name, maria.waId],
    [2, 'Maria nova', moved],
    [3, 'João', bystander.waId],
  ])
  const gina = await world().as(world().gina)
  expect((await gina.post('/messages/2/number')).status).toBe(404)
  expect([await isOne(1), await isOne(2), await isOne(2)]).toEqual([404, 200, 200])
  expect(contacts()).toEqual([
    [1, maria.name, moved],
    [3, 'João', bystander.waId],
  ])
  expect((await ana().get('/messages/1')).body.messages[1].dataJson).toEqual({
    numberChange: { number: moved, isDone: true },
  })
  await reply('Anotado')
  await whenAccepted(1)
  expect(accepted()[0]?.['to']).toBe(moved)
  expect(await writes({ waId: moved, name: 'Maria nova' }, 'Obrigada')).toMatchObject({ contact_id: 1, ticket_id: 1 })
  // The old number has another owner now.
  expect(await writes({ waId: maria.waId, name: 'Outra pessoa' }, 'Quem é?')).toMatchObject({ contact_id: 4 })
})

test('the reply window begins with what the new number writes', async () => {
  const lastInboundAt = async () => (await ana().get('/tickets/1')).body.lastInboundAt
  const before = await lastInboundAt()
  await change()
  expect(await lastInboundAt()).toBe(before)
  await isOne(2)
  expect(await lastInboundAt()).toBe(null)
  expect((await ana().post('/messages/1', { body: 'Oi' })).body.error).toBe('ERR_CHANNEL_CANNOT')
  expect((await ana().get('/tickets/1')).body.contact.number).toBe(moved)
  await writes({ waId: moved, name: 'Maria' }, 'Sou eu')
  expect(await lastInboundAt()).not.toBe(null)
  await reply('Oi')
})

test('only an agent who reaches both conversations continues with the new number', async () => {
  await change()
  await writes({ waId: moved, name: 'Maria nova' }, 'Sou eu')
  const { sqlite } = world().ctx(1).company
  const bruno = await world().as(world().bruno)
  expect((await bruno.post('/messages/2/number')).status).toBe(404)
  sqlite.run('UPDATE ticket SET user_id = ? WHERE id = 1', [world().bruno.id])
  sqlite.run("UPDATE ticket SET user_id = ?, status = 'open' WHERE id = 2", [world().carla.id])
  expect((await bruno.post('/messages/2/number')).status).toBe(403)
  expect(contacts()).toHaveLength(2)
  sqlite.run('UPDATE ticket SET user_id = ? WHERE id = 2', [world().bruno.id])
  expect((await bruno.post('/messages/2/number')).status).toBe(200)
  expect(contacts()).toEqual([[1, maria.name, moved]])
})

test('agents without the right see the new number as hidden', async () => {
  for (const key of ['enableLGPD', 'lgpdHideNumber']) setSetting(world(), key, 'enabled')
  await change()
  const bruno = await world().as(world().bruno)
  world().ctx(1).company.sqlite.run('UPDATE ticket SET user_id = ?', [world().bruno.id])
  const { messages } = (await bruno.get('/messages/1')).body
  expect(messages[1].dataJson.numberChange).toEqual({ number: '******66' })
})
