import { expect, test } from 'bun:test'
import { addContact, addTicket } from '../../testing/conversation/tickets'
import { createWorld, signIn } from '../../testing/world/world'

test('agents who lose a queue keep the tickets they attend in it until they return them', async () => {
  const world = await createWorld()
  try {
    const { ana, bruno } = await signIn(world, 'ana', 'bruno')
    const ctx = world.ctx(1)
    const own = addTicket(ctx, { contactId: addContact(ctx, 'Clara'), status: 'open', userId: 2, queueId: 1 })
    const waiting = addTicket(ctx, { contactId: addContact(ctx, 'Davi'), status: 'pending', queueId: 1 })
    const listed = async (query: string): Promise<number[]> =>
      (await bruno.get(`/tickets?${query}`)).body['tickets'].map(({ id }: { id: number }) => id)
    expect([await listed('status=open'), await listed('status=pending')]).toEqual([[own.id], [waiting.id]])

    expect((await ana.put('/users/2', { queueIds: [] })).status).toBe(200)
    expect([await listed('status=open'), await listed('status=pending')]).toEqual([[own.id], []])
    expect((await bruno.get(`/messages/${own.id}`)).status).toBe(200)
    expect((await bruno.put(`/tickets/${own.id}`, { status: 'pending', userId: null })).status).toBe(200)
    expect([await listed('status=open'), await listed('status=pending')]).toEqual([[], []])
  } finally {
    world.stop()
  }
})
