import { afterEach, beforeEach, expect, test } from 'bun:test'
import { setSetting } from '../../testing/conversation/conversation'
import { addTicket } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const published = () =>
  world.published
    .filter(({ event }) => event === 'company-1-ticketNote')
    .map(({ topics, data }) => [topics, data['action'], (data['note'] as { note: string } | undefined)?.note])

test('publishes a note and its deletion to users who see its ticket', async () => {
  const { id: ticketId, contactId } = addTicket(world.ctx(1), { contactId: 1, status: 'open', queueId: 1, userId: 2 })
  const bruno = await world.as(world.bruno)
  world.published.length = 0
  const { body } = await bruno.post('/ticket-notes', { note: 'Prefere de manhã', ticketId, contactId })
  const topics = ['1/admin', '1/owner:2', '1/everyone:1', '1/everyone']
  expect(published()).toEqual([[topics, 'create', 'Prefere de manhã']])
  await bruno.delete(`/ticket-notes/${body.id}`)
  expect(published()[1]).toEqual([topics, 'delete', undefined])
  expect(world.published.every(({ topics }) => topics.every((topic) => topic.startsWith('1/')))).toBe(true)
})

test('masks numbers in it for plain users if the company hides them', async () => {
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
  const { id: ticketId } = addTicket(world.ctx(1), { contactId: 1, status: 'open', queueId: 1, userId: 2 })
  const ana = await world.as(world.ana)
  world.published.length = 0
  await ana.post('/ticket-notes', { note: 'Ligar para 5511988880001', ticketId })
  expect(published()).toEqual([
    [['1/admin'], 'create', 'Ligar para 5511988880001'],
    [['1/owner:2', '1/everyone:1', '1/everyone'], 'create', 'Ligar para ******01'],
  ])
})
