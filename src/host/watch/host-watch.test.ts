import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext } from '../../kernel/company/company-context'
import { spendOn, takeSpent } from '../../kernel/company/spent-time'
import { dayMs, minuteMs } from '../../kernel/time/durations.contract'
import { keepHostPoint, listHostPoints } from '../../platform/host-history/host-history'
import { joinPoints, type HostPoint } from '../../platform/host-history/host-point.contract'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { createHostWatch } from './host-watch'

const now = new Date('2026-03-10T15:02:00Z')

let world: World
let sofia: Caller
beforeEach(async () => {
  takeSpent()
  world = await createWorld({ now, environment: { WHATSAPP_WEB_URL: 'ws://127.0.0.1:1' } })
  sofia = await world.as(world.sofia)
})
afterEach(() => world.stop())

const work = (ms: number) => {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

const point: HostPoint = {
  at: now.getTime(),
  processor: 0.2,
  loopMs: 10,
  memoryBytes: 1,
  windows: 3,
  requests: 100,
  failures: 1,
  inbound: 10,
  linesConnected: 1,
  lines: 2,
  diskFreeBytes: 5,
}

test('time is spent on the company that works, also inside another one’s work', () => {
  takeSpent()
  const begunMs = performance.now()
  spendOn(1, () => {
    work(20)
    spendOn(2, () => work(30))
    spendOn(1, () => work(10))
  })
  expect(() =>
    spendOn(2, () => {
      throw new Error('failed')
    }),
  ).toThrow('failed')
  const tookMs = performance.now() - begunMs
  work(20)
  const spent = takeSpent()
  const [first = 0, second = 0] = [spent.get(1), spent.get(2)]
  expect(first).toBeGreaterThan(29)
  expect(second).toBeGreaterThan(29)
  // Nothing counts twice, nor does the work after it.
  expect(first + second).toBeLessThanOrEqual(tookMs)
  expect(takeSpent().size).toBe(0)
})

test('transactions and requests count for their company, and for no other', async () => {
  const { files } = world.platform
  const ana = await world.as(world.ana)
  takeSpent()
  createContext(files.use(1)).transaction(() => work(10))
  expect([...takeSpent().keys()]).toEqual([1])
  await ana.get('/queue')
  expect([...takeSpent().keys()]).toEqual([1])
})

test('super users see figures, shares of companies and what a point a minute told', async () => {
  const watch = createHostWatch(world.platform)
  world.platform.catalog.sqlite.run('UPDATE company SET folder_size = 300 WHERE id = 1')
  world.platform.catalog.sqlite.run('UPDATE company SET folder_size = 100, muted = 1 WHERE id = 2')
  spendOn(1, () => work(30))
  spendOn(2, () => work(10))
  world.published.length = 0
  watch.takePoint()
  const published = world.published.filter(({ event }) => event === 'company-1-host')
  expect(published.map(({ topics }) => topics)).toEqual([['1/host', '2/host']])
  expect(published[0]?.data).toMatchObject({ action: 'point', point: { at: Date.parse('2026-03-10T15:00:00Z') } })
  const { status, body } = await sofia.get('/host')
  expect(status).toBe(200)
  expect(body).toMatchObject({ version: expect.any(String), report: null, examining: false })
  expect(body.points).toHaveLength(1)
  expect(body.companies).toMatchObject([
    { id: 1, name: 'Acme', muted: false, bytes: 300, diskShare: 0.75 },
    { id: 2, name: 'Globex', muted: true, bytes: 100, diskShare: 0.25 },
  ])
  expect(body.companies[0].timeShare).toBeWithin(0.6, 0.9)
  expect(body.companies[0].timeShare + body.companies[1].timeShare).toBeCloseTo(1)
})

test('nobody else sees or asks', async () => {
  for (const person of [world.ana, world.bruno, world.gina]) {
    const caller = await world.as(person)
    expect((await caller.get('/host')).status).toBe(403)
    for (const call of ['/host/doctor', '/host/backup']) expect((await caller.post(call)).status).toBe(403)
  }
  expect((await world.nobody.get('/host')).status).toBe(401)
})

test('without a target nothing is backed up', async () => {
  const { status, body } = await sofia.post('/host/backup')
  expect([status, body.error]).toEqual([409, 'ERR_NO_BACKUP'])
  expect((await sofia.get('/host')).body.backup).toBeNull()
})

test('a backup that a super user began is ended before the host stops, and is no failure', async () => {
  const target = mkdtempSync(join(tmpdir(), 'recado-backup-'))
  const environment = { BACKUP_TO: target, BACKUP_PASSPHRASE: 'a-long-passphrase' }
  const host = await createWorld({ now, environment })
  const watch = createHostWatch(host.platform)
  expect(watch.backUp()).toMatchObject({ isRunning: true, target })
  await watch.stop()
  const backup = host.published.findLast(({ event }) => event === 'company-1-host')?.data
  expect(backup).toMatchObject({ action: 'backup', backup: { isRunning: false, lastAt: null, error: null } })
  host.stop()
  rmSync(target, { recursive: true })
})

test('a day of points is kept over a restart, and no more', () => {
  const { platform } = world
  const points = (minutes: number) => ({ ...point, at: now.getTime() + minutes * minuteMs })
  for (let minute = 0; minute < 1500; minute++) keepHostPoint(platform, points(minute), new Map([[1, 5]]))
  const rows = platform.catalog.sqlite.query('SELECT count(*) AS n FROM host_point').get()
  expect(rows).toEqual({ n: dayMs / minuteMs + 1 })
  world.setTime(new Date(now.getTime() + 1500 * minuteMs))
  expect(listHostPoints(platform)).toHaveLength(1440)
  const hours = platform.catalog.sqlite.query('SELECT count(*) AS n, sum(ms) AS ms FROM company_time').get()
  expect(hours).toEqual({ n: 25, ms: expect.any(Number) })
  keepHostPoint(platform, points(1501), new Map([[99, 5]]))
})

test('points of five minutes are means, sums and the worst', () => {
  const joined = joinPoints(0, [
    point,
    { ...point, processor: 0.4, loopMs: 50, requests: 300, failures: 2, windows: 7 },
  ])
  expect(joined).toMatchObject({ at: 0, loopMs: 50, requests: 200, failures: 3, windows: 7 })
  expect(joined?.processor).toBeCloseTo(0.3)
  expect(joinPoints(0, [])).toBeUndefined()
})

test('doctor runs once for all who ask, and tells the others', async () => {
  world.published.length = 0
  const [one, other] = await Promise.all([sofia.post('/host/doctor'), sofia.post('/host/doctor')])
  expect(one.body).toEqual(other.body)
  expect(one.body.findings.map(({ code }: { code: string }) => code)).toContain('backupNone')
  const told = world.published.filter(({ event }) => event === 'company-1-host').map(({ data }) => data)
  expect(told).toMatchObject([
    { action: 'doctor', examining: true, report: null },
    { action: 'doctor', examining: false, report: one.body },
  ])
  expect((await sofia.get('/host')).body).toMatchObject({ report: one.body, examining: false })
}, 60_000)
