import { afterEach, beforeEach, expect, test } from 'bun:test'
import { minuteMs } from '../../../kernel/time/durations.contract'
import { updateQueue } from '../../../queue/queue.commands'
import { addTicket } from '../../../testing/conversation/tickets'
import { createServedWorld, type ServedWorld } from '../../../testing/world/served-world'
import { until } from '../../../testing/whatsapp/whatsapp-world'
import { userQueueTable } from '../../../user/user.tables'
import { getTicketRow } from '../../ticket.queries'

type Live = Awaited<ReturnType<ServedWorld['live']>>['live']

let world: ServedWorld
let now: Date
beforeEach(async () => {
  now = new Date('2026-03-10T14:00:00Z')
  world = await createServedWorld({ now })
  world.platform.live.startedAtMs = now.getTime()
  world.ctx(1).db.insert(userQueueTable).values({ userId: world.carla.id, queueId: 1 }).run()
  updateQueue(world.ctxAs(world.ana), 1, { assignmentMode: 'inTurn', reassignMinutes: 3 })
})
afterEach(() => world.stop())

/** Bruno holds a ticket of the queue, and one of a queue that takes none back. Both he and Carla have a window. */
async function open() {
  const [{ live: brunos }, { live: carlas }] = [await world.live(world.bruno), await world.live(world.carla)]
  const [id, elsewhere] = [1, 2].map((queueId) => addTicket(world.ctx(1), { status: 'open', userId: 2, queueId }).id)
  const carlasOwn = addTicket(world.ctx(1), { status: 'open', userId: 3 }).id
  const owners = () => [id, elsewhere, carlasOwn].map((one) => getTicketRow(world.ctx(1), one ?? 0).userId)
  await pass(0)
  return { brunos, carlas, owners }
}

async function pass(minutes: number) {
  for (let minute = 0; minute <= minutes; minute++) {
    if (minute > 0) world.setTime((now = new Date(now.getTime() + minuteMs)))
    while ((await world.runJobs(1)) > 0) continue
  }
}

async function close(live: Live, userId = world.bruno.id) {
  live.close()
  await until(() => !world.hub.isOnline(1, userId), 'the closed socket')
}

test('the minutes count from the lost connection, and an open one is no absence', async () => {
  const { brunos, owners } = await open()
  await pass(10)
  expect(owners()).toEqual([2, 2, 3])
  await close(brunos)
  await pass(2)
  expect(owners()).toEqual([2, 2, 3])
  await pass(1)
  expect(owners()).toEqual([3, 2, 3])
})

test('a connection within the minutes begins them anew, and a second window counts as well', async () => {
  const { brunos, owners } = await open()
  await close(brunos)
  await pass(2)
  const { live: again } = await world.live(world.bruno)
  await pass(9)
  expect(owners()).toEqual([2, 2, 3])
  await close(again)
  await pass(2)
  expect(owners()).toEqual([2, 2, 3])
  await pass(1)
  expect(owners()).toEqual([3, 2, 3])
})

/** Sockets close while the product stops; a minute later its start is new. */
async function restart(...lives: [Live, number][]) {
  world.platform.isStopping = true
  for (const [live, userId] of lives) await close(live, userId)
  world.platform.isStopping = false
  world.setTime((now = new Date(now.getTime() + minuteMs)))
  world.platform.live.startedAtMs = now.getTime()
}

test('after a restart, who had left is gone since then', async () => {
  const { brunos, carlas, owners } = await open()
  await pass(10)
  await close(brunos)
  await pass(1)
  await restart([carlas, world.carla.id])
  await world.live(world.carla)
  expect(owners()).toEqual([2, 2, 3])
  await pass(1)
  expect(owners()).toEqual([3, 2, 3])
})

test('after a restart, who was there has the minutes to return', async () => {
  const { brunos, carlas, owners } = await open()
  await pass(10)
  await restart([brunos, world.bruno.id], [carlas, world.carla.id])
  await world.live(world.carla)
  await pass(2)
  expect(owners()).toEqual([2, 2, 3])
  await pass(1)
  expect(owners()).toEqual([3, 2, 3])
})
