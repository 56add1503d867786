import { afterEach, beforeEach, expect, test } from 'bun:test'
import { nextTurn } from '../../kernel/company/batches'
import { addConnection } from '../../testing/conversation/connections'
import { createWorld, type World } from '../../testing/world/world'
import { deleteConnection } from './delete-connection'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const tickets = 5000
const sqlite = () => world.platform.files.use(1).sqlite
const count = (text: string) => sqlite().query<{ n: number }, []>(`SELECT count(*) AS n FROM ${text}`).get()?.n

function addSecond() {
  addConnection(world, { name: 'Segunda' })
  return 2
}

/** Gives the connection tickets and contacts, more than fit into one turn of the event loop. */
function addTickets(connectionId: number) {
  const numbers = `WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${tickets})`
  sqlite().run(
    `${numbers} INSERT INTO contact (name, connection_id, created_at, updated_at) SELECT 'Cliente', ?, 0, 0 FROM n`,
    [connectionId],
  )
  sqlite().run(
    `${numbers} INSERT INTO ticket (uuid, status, contact_id, connection_id, created_at, updated_at)
     SELECT 'u' || id, iif(id % 2, 'open', 'closed'), 1, iif(id % 2, NULL, ?), 0, 0 FROM n`,
    [connectionId],
  )
}

test('takes many tickets from a deleted connection in several turns of the event loop', async () => {
  const id = addSecond()
  addTickets(id)
  const left: (number | undefined)[] = []
  const deletion = deleteConnection(world.platform, world.ctxAs(world.ana), id)
  let isDone = false
  void deletion.then(() => (isDone = true))
  while (!isDone) {
    left.push(count(`ticket WHERE connection_id = ${id}`))
    await nextTurn()
  }
  expect(new Set(left).size).toBeGreaterThan(2)
  expect(count(`ticket WHERE connection_id = ${id}`)).toBe(0)
  expect(count(`contact WHERE connection_id = ${id}`)).toBe(0)
  expect(count(`connection WHERE id = ${id}`)).toBe(0)
  expect(count('job')).toBe(0)
})

test('a deletion that the end of the process interrupted is finished by a job', async () => {
  const id = addSecond()
  addTickets(id)
  sqlite().run(`CREATE TRIGGER full BEFORE DELETE ON connection BEGIN SELECT RAISE(ABORT, 'killed'); END`)
  await expect(deleteConnection(world.platform, world.ctxAs(world.ana), id)).rejects.toThrow('killed')
  expect(count(`connection WHERE id = ${id}`)).toBe(1)
  sqlite().run('DROP TRIGGER full')
  await world.runJobs(1)
  expect(count(`connection WHERE id = ${id}`)).toBe(1)
  world.setTime(new Date(Date.now() + 60_000))
  await world.runJobs(1)
  expect(count(`connection WHERE id = ${id}`)).toBe(0)
  expect(count('job')).toBe(0)
  expect(count(`event WHERE type = 'connection.deleted'`)).toBe(1)
})
