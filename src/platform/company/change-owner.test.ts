import { afterEach, beforeEach, expect, test } from 'bun:test'
import { isNotNull } from 'drizzle-orm'
import { jobHandlers } from '../../domains'
import { startJobLoop } from '../../kernel/job/job-loop'
import { createServedWorld, type ServedWorld } from '../../testing/world/served-world'
import { createSlowNode } from '../../testing/world/slow-node'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { companyTable } from '../platform.tables'
import { measureNewFolders } from './measure-company-folder'
import { beginOwning, loseOwnership, stopOwning } from './change-owner'

let world: ServedWorld
let node: ReturnType<typeof createSlowNode>
const [acme, globex] = [1, 2]
beforeEach(async () => {
  node = createSlowNode()
  world = await createServedWorld({ node: node.node, environment: { LOG_LEVEL: 'silent' } })
})
afterEach(() => world.stop())

const tagsAs = (token: string | undefined) =>
  fetch(`${world.url}/tags`, { headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.json())

test('a company that another node took over is closed here, and its sockets are sent there; the others stay', async () => {
  const [bruno, gina] = [await world.live(world.bruno), await world.live(world.gina)]
  node.elsewhere.add(acme)
  await loseOwnership(world.platform, acme, 'n2')
  expect([await bruno.live.closed, bruno.live.closeReason()]).toEqual([4409, 'n2'])
  expect(world.platform.files.isOpen(acme)).toBe(false)
  expect(await tagsAs(bruno.token)).toEqual({ answeredBy: 'n2' })
  await gina.live.settled()
  expect(await tagsAs(gina.token)).toHaveProperty('tags')
  expect(world.platform.files.isOpen(globex)).toBe(true)

  await measureNewFolders(world.platform)
  const { db } = world.platform.catalog
  const { id, updatedAtFolder } = companyTable
  const measured = db.select({ id }).from(companyTable).where(isNotNull(updatedAtFolder)).all()
  expect(measured).toEqual([{ id: globex }])
})

test('during a planned move calls wait, and are answered by whoever serves the company then', async () => {
  const { token } = await world.as(world.ana)
  const [bruno, gina] = [await world.live(world.bruno), await world.live(world.gina)]
  const resume = await stopOwning(world.platform, acme, 'n2')
  let isAnswered = false
  const answer = tagsAs(token).finally(() => (isAnswered = true))
  await Bun.sleep(50)
  expect(isAnswered).toBe(false)
  node.elsewhere.add(acme)
  resume()
  expect(await answer).toEqual({ answeredBy: 'n2' })
  expect([await bruno.live.closed, bruno.live.closeReason()]).toEqual([4409, 'n2'])
  await gina.live.settled()
  // It comes back.
  node.elsewhere.delete(acme)
  await beginOwning(world.platform, acme)
  expect(await tagsAs(token)).toHaveProperty('tags')
})

test('the jobs of a company wait for the node that owns it, quietly', async () => {
  const errors: unknown[] = []
  const log = { ...world.platform.log, error: (...given: unknown[]) => void errors.push(given) }
  const addJob = (id: number) =>
    world
      .ctx(id)
      .company.sqlite.run(
        "INSERT INTO job (kind, payload, run_at, created_at, attempts) VALUES ('nobody', '{}', 0, 0, 0)",
      )
  for (const id of [acme, globex]) addJob(id)
  const { files, catalog } = world.platform
  files.close(acme)
  node.elsewhere.add(acme)
  for (const id of [acme, globex]) catalog.jobHints.note(id, 0)
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
  const givenUp = (id: number) =>
    world.ctx(id).company.sqlite.query<{ given_up: number }, []>("SELECT given_up FROM job WHERE kind = 'nobody'").get()
  await until(() => givenUp(globex)?.given_up === 1, 'the job of the other company')
  errors.length = 0
  await Bun.sleep(30)
  expect(files.isOpen(acme)).toBe(false)
  node.elsewhere.delete(acme)
  expect(givenUp(acme)).toEqual({ given_up: 0 })
  await beginOwning(world.platform, acme)
  await until(() => givenUp(acme)?.given_up === 1, 'the job that was taken over')
  await loop.stop()
  expect(errors).toHaveLength(1)
})
