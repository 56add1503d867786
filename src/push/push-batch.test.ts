import { messageEvent, receive } from '../testing/conversation/inbound'
import { beforeEach, expect, test } from 'bun:test'
import type { PushService } from '../testing/services/push-service/start-push-service'
import { usePhones } from '../testing/world/phones'
import type { World } from '../testing/world/world'

const { current, withPhone, write, run, told } = usePhones()
let world: World
let service: PushService
beforeEach(() => void ({ world, service } = current()))

test('what comes within half a second is judged together, by one job', async () => {
  await withPhone('bruno')
  const jobs = () =>
    world.ctx(1).company.sqlite.query<{ kind: string }, []>(`SELECT kind FROM job WHERE kind LIKE 'push.%'`).values()
  write('Um')
  expect(jobs()).toEqual([['push.batch']])
  await run()
  for (const text of ['Dois', 'Três', 'Quatro']) write(text)
  expect(jobs()).toEqual([['push.batch']])
  await run(499)
  expect(told()).toEqual([['message', 'Dona Maria', 'Um']])
  await run(1)
  expect(told().slice(1)).toEqual([['message', 'Dona Maria', 'Quatro']])
  expect(jobs()).toEqual([])
})

test('nobody to tell costs no job: another’s ticket, a bot’s, an open window', async () => {
  const carla = await withPhone('carla')
  write('Para o Bruno')
  const { sqlite } = world.ctx(1).company
  expect(sqlite.query(`SELECT kind FROM job WHERE kind LIKE 'push.%'`).values()).toEqual([])
  await run()
  expect(told(carla.browser)).toEqual([])
})

test('a notice whose batch was still to run arrives after a restart', async () => {
  await withPhone('bruno')
  write('Antes')
  await run()
  write('Pouco antes da queda')
  world.platform.files.close(1)
  await run(500)
  expect(told().slice(1)).toEqual([['message', 'Dona Maria', 'Pouco antes da queda']])
  world.platform.files.close(1)
  write('Depois')
  await run()
  expect(told().slice(2)).toEqual([['message', 'Dona Maria', 'Depois']])
})

test('more than three at once are one notice, with the newest names of those still to be read', async () => {
  const [bruno, carla] = [await withPhone('bruno'), await withPhone('carla')]
  const people = ['Rita', 'João', 'Dulce', 'Zeca', 'Inês']
  const chatOf = (name: string, index: number) => {
    const address = { kind: 'phone', value: `551197777000${index}` } as const
    return { addresses: [address] as const, name }
  }
  const inbound = (name: string, index: number) =>
    messageEvent({ text: `Oi de ${name}`, chat: chatOf(name, index), atMs: world.ctx(1).now.getTime() })
  people.forEach((name, index) => receive(world, 1, inbound(name, index)))
  const { sqlite } = world.ctx(1).company
  const assign = (to: number) => sqlite.run(`UPDATE ticket SET status = 'open', user_id = ${to} WHERE id > 1`)
  assign(world.bruno.id)
  await run(1000)
  service.notices.splice(0)
  people.forEach((name, index) => receive(world, 1, inbound(name, index)))
  sqlite.run(`UPDATE ticket SET unread_messages = 0 WHERE contact_id = (SELECT id FROM contact WHERE name = 'Inês')`)
  await run(1000)
  expect(service.refusals).toEqual([])
  expect(told(bruno.browser)).toEqual([['several', 'Zeca, Dulce, João', '']])
  expect(service.notices[0]?.data).toMatchObject({ count: 4, ticketUuid: null })
  expect(told(carla.browser)).toEqual([])
})
