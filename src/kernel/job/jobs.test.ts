import { afterEach, beforeEach, expect, test } from 'bun:test'
import { stub } from '../../testing/stub'
import { createWorld, type World } from '../../testing/world/world'
import { startJobLoop } from './job-loop'
import { bringJobForward, cancelJob, enqueueJob, hasJob, type JobHandlers, type LocalJob } from './jobs'
import { runDueJobs } from './run-job'

declare module './jobs' {
  interface JobPayloads {
    'test.work': { name: string }
    'test.early': { name: string }
  }
}

let world: World
const start = new Date('2026-03-02T12:00:00Z')
beforeEach(async () => {
  world = await createWorld({ now: start })
})
afterEach(() => world.stop())

function handlers(run: (name: string, companyId: number) => void | Promise<void>, attemptsMax = 3) {
  const work: LocalJob<'test.work'> = {
    attemptsMax,
    run: (ctx, { name }) => run(name, ctx.company.id) as void,
  }
  return stub<JobHandlers>({ 'test.work': work, 'test.early': { ...work, mayRunEarly: true } })
}
const work = (companyId: number, all: JobHandlers) =>
  runDueJobs(world.platform.files, companyId, all, world.platform.log, 20)
const add = (companyId: number, name: string, options: Parameters<typeof enqueueJob>[3] = {}) => {
  const ctx = world.ctx(companyId)
  ctx.transaction(() => enqueueJob(ctx, 'test.work', { name }, options))
}
const addEarly = (name: string, runAt: Date) => {
  const ctx = world.ctx(1)
  ctx.transaction(() => enqueueJob(ctx, 'test.early', { name }, { runAt }))
}
const later = (ms: number) => new Date(start.getTime() + ms)
const left = () =>
  world
    .ctx(1)
    .company.sqlite.query<{ attempts: number; given_up: number }, []>('SELECT attempts, given_up FROM job')
    .all()

test('a job is added only if its transaction commits', async () => {
  const ctx = world.ctx(1)
  expect(() =>
    ctx.transaction(() => {
      enqueueJob(ctx, 'test.work', { name: 'never' })
      throw new Error('no')
    }),
  ).toThrow()
  expect(
    await work(
      1,
      handlers(() => {}),
    ),
  ).toBe(0)
})

test('jobs run when due, in order, once, for their own company', async () => {
  const done: string[] = []
  const all = handlers((name, companyId) => void done.push(`${companyId} ${name}`))
  await work(1, all)
  addEarly('third', later(2000))
  add(1, 'second', { runAt: later(1500) })
  add(1, 'first', { runAt: later(1000) })
  addEarly('fourth', later(2000))
  add(2, 'other')
  await work(1, all)
  expect(done).toEqual([])
  world.setTime(later(2000))
  await work(1, all)
  await work(1, all)
  await work(2, all)
  expect(done).toEqual(['1 first', '1 second', '1 third', '1 fourth', '2 other'])
})

test('a clock set back does not delay jobs due at once; a clock set forward runs the passed ones', async () => {
  const done: string[] = []
  const all = handlers((name) => void done.push(name))
  add(1, 'at once')
  add(1, 'tomorrow', { runAt: later(86_400_000) })
  world.setTime(later(-86_400_000))
  await work(1, all)
  expect(done).toEqual(['at once'])
  world.setTime(later(90_000_000))
  await work(1, all)
  expect(done).toEqual(['at once', 'tomorrow'])
})

test('a job that checks its time runs early if the clock goes back by more than a second', async () => {
  const done: string[] = []
  const all = handlers((name) => void done.push(name))
  await work(1, all)
  addEarly('early', later(60_000))
  world.setTime(later(-1000))
  await work(1, all)
  expect(done).toEqual([])
  world.setTime(later(-2001))
  await work(1, all)
  expect(done).toEqual(['early'])
})

test('a newer payload replaces the older one of its key with its time, and can be cancelled', async () => {
  const done: string[] = []
  const all = handlers((name) => void done.push(name))
  add(1, 'a', { dedupeKey: 'k' })
  add(1, 'b', { dedupeKey: 'k', runAt: later(2000) })
  add(1, 'b', { dedupeKey: 'k', runAt: later(9000) })
  add(1, 'c', { dedupeKey: 'gone' })
  add(1, 'other key', { dedupeKey: 'other' })
  add(1, 'first', { dedupeKey: 'kept', keepsPayload: true })
  add(1, 'second', { dedupeKey: 'kept', keepsPayload: true })
  add(2, 'other company', { dedupeKey: 'k' })
  cancelJob(world.ctx(1), 'gone')
  await work(1, all)
  expect(done).toEqual(['other key', 'first'])
  world.setTime(later(2000))
  await work(1, all)
  await work(2, all)
  expect(done.slice(2)).toEqual(['b', 'other company'])
})

test('a newer payload starts again after failures of the older one', async () => {
  const done: string[] = []
  const all = handlers((name) => {
    if (name === 'bad') throw new Error('provider says no')
    done.push(name)
  }, 2)
  add(1, 'bad', { dedupeKey: 'k' })
  await work(1, all)
  add(1, 'good', { dedupeKey: 'k' })
  await work(1, all)
  expect([done, left()]).toEqual([['good'], []])
})

test('a given-up job does not block a new one under its key', async () => {
  const done: string[] = []
  let fails = true
  const all = handlers((name) => {
    if (fails) throw new Error('provider says no')
    done.push(name)
  }, 1)
  add(1, 'a', { dedupeKey: 'k' })
  await work(1, all)
  expect(left()).toEqual([{ attempts: 1, given_up: 1 }])
  expect(hasJob(world.ctx(1), 'k')).toBe(false)
  bringJobForward(world.ctx(1), 'k')
  expect(await work(1, all)).toBe(0)
  fails = false
  add(1, 'a', { dedupeKey: 'k', runAt: later(9000) })
  expect(hasJob(world.ctx(1), 'k')).toBe(true)
  const { jobHints } = world.platform.catalog
  jobHints.replace(1, undefined)
  bringJobForward(world.ctx(1), 'none')
  expect([...jobHints.entries()]).toEqual([])
  bringJobForward(world.ctx(1), 'k')
  expect([...jobHints.entries()]).toEqual([[1, start.getTime()]])
  await work(1, all)
  expect([done, left()]).toEqual([['a'], []])
})

test('a failing job is retried with growing delays, given up with its error, and delays no other', async () => {
  const done: string[] = []
  const all = handlers((name) => {
    if (name === 'bad') throw new Error('provider says no')
    done.push(name)
  }, 2)
  add(1, 'bad')
  add(1, 'good')
  await work(1, all)
  expect([done, left()]).toEqual([['good'], [{ attempts: 1, given_up: 0 }]])
  await work(1, all)
  expect(left()).toEqual([{ attempts: 1, given_up: 0 }])
  world.setTime(later(1000))
  await work(1, all)
  expect(left()).toEqual([{ attempts: 2, given_up: 1 }])
  expect(await work(1, all)).toBe(0)
})

test('the hint survives a crash, so that a later loop finds due jobs without opening idle files', async () => {
  add(2, 'left behind')
  world.platform.files.closeAll()
  const done = Promise.withResolvers<string>()
  const { files, log } = world.platform
  const loop = startJobLoop({
    files,
    hints: world.platform.catalog.jobHints,
    handlers: handlers((name, companyId) => done.resolve(`${companyId} ${name}`)),
    log,
  })
  expect(await done.promise).toBe('2 left behind')
  await loop.stop()
  expect(files.openIds()).toEqual([2])
  expect([...world.platform.catalog.jobHints.entries()]).toEqual([])
})
