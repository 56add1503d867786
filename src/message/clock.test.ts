import { expect, test } from 'bun:test'
import { addTicket } from '../testing/conversation/tickets'
import { createWorld } from '../testing/world/world'

test('orders messages correctly after the clock was set back', async () => {
  const now = new Date()
  const world = await createWorld({ now })
  const ticket = addTicket(world.ctx(1), { status: 'open', userId: 1 })
  const ana = await world.as(world.ana)
  const say = async (body: string) => expect((await ana.post(`/messages/${ticket.id}`, { body })).status).toBe(200)
  await say('um')
  world.setTime(new Date(now.getTime() + 60_000))
  await say('dois')
  world.setTime(new Date(now.getTime() + 1000))
  await say('três')
  await say('quatro')
  const { messages } = (await ana.get(`/messages/${ticket.id}`)).body
  expect(messages.map(({ body }: { body: string }) => body)).toEqual(['um', 'dois', 'três', 'quatro'])
  expect((await ana.get(`/tickets/${ticket.id}`)).body).toMatchObject({ lastMessage: 'quatro' })
  world.stop()
})
