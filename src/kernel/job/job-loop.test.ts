import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'
import { type JobLimits, startJobLoop } from './job-loop'
import { enqueueJob, type FreshContext, type JobHandlers } from './jobs'
import { measureProcessor } from '../../testing/clock/processor-time'
import { waitMsMax } from '../../testing/clock/wait-limit'

declare module './jobs' {
  interface JobPayloads {
    'test.local': { name: string }
    'test.hang': { name: string }
    'test.other': { name: string }
  }
}

let world: World
let stopLoop: (() => Promise<void>) | undefined
beforeEach(async () => {
  world = await createWorld()
})
afterEach(async () => {
  await stopLoop?.()
  stopLoop = undefined
  await world.stop()
})

type Run = (name: string, context: FreshContext, signal: AbortSignal) => Promise<Date | void>
type Kind = 'test.local' | 'test.hang' | 'test.other'

const began: string[] = []
beforeEach(() => void began.splice(0))

function startLoop(hang: Run, limits: Partial<JobLimits> = {}, timeLimitMs = 30_000) {
  const note = (companyId: number, name: string) => void began.push(`${companyId} ${name}`)
  const handlers = {
    'test.local': {
      attemptsMax: 3,
      run(ctx: { company: { id: number } }, { name }: { name: string }) {
        note(ctx.company.id, name)
        if (name === 'stop') void stopLoop?.()
        return name === 'three times' && began.length < 3 ? new Date() : undefined
      },
    },
    'test.hang': waiting(hang),
    'test.other': { ...waiting(async () => {}), mayRunEarly: true },
  }
  function waiting(work: Run) {
    return {
      lane: 'waiting',
      attemptsMax: 3,
      timeLimitMs,
      run: (context: FreshContext, { name }: { name: string }, signal: AbortSignal) => {
        note(context().company.id, name)
        return work(name, context, signal)
      },
    }
  }
  const { files, catalog, log } = world.platform
  const loop = startJobLoop({
    files,
    hints: catalog.jobHints,
    handlers: handlers as JobHandlers,
    log,
    limits,
  })
  stopLoop = () => loop.stop()
  return loop
}

function add(companyId: number, kind: Kind, names: readonly string[], dedupeKey?: string) {
  const ctx = world.ctx(companyId)
  ctx.transaction(() => {
    for (const name of names) enqueueJob(ctx, kind, { name }, dedupeKey === undefined ? {} : { dedupeKey })
  })
}

const never: Run = () => new Promise(() => {})
const many = (count: number) => Array.from({ length: count }, (_, index) => `hang ${index}`)
const jobs = (companyId: number) =>
  world
    .ctx(companyId)
    .company.sqlite.query<{ attempts: number; last_error: string | null }, []>('SELECT attempts, last_error FROM job')
    .all()

async function until(isSo: () => boolean, what: string) {
  const endMs = performance.now() + waitMsMax
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`${what} did not happen; began: ${began.join(', ')}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a thousand hanging jobs of one company delay neither its local jobs nor another company', async () => {
  add(1, 'test.hang', many(1000))
  const loop = startLoop(never)
  await until(() => began.length === 8, 'the first hanging jobs')
  const tookMs = measureProcessor()
  add(2, 'test.local', ['local'])
  add(2, 'test.hang', ['waiting'])
  add(1, 'test.local', ['own'])
  add(1, 'test.other', ['other kind'])
  await until(() => began.length === 12, 'the other jobs')
  expect(tookMs()).toBeLessThan(100)
  expect(began.slice(8).sort()).toEqual(['1 other kind', '1 own', '2 local', '2 waiting'])
  const stoppedMs = performance.now()
  await loop.stop()
  expect(performance.now() - stoppedMs).toBeLessThan(5000)
  expect(began).toHaveLength(12)
})

test('jobs aborted at shutdown run again at the next start', async () => {
  add(1, 'test.hang', ['a', 'b'])
  const loop = startLoop(never)
  await until(() => began.length === 2, 'both')
  await loop.stop()
  expect(jobs(1)).toEqual([
    { attempts: 0, last_error: null },
    { attempts: 0, last_error: null },
  ])
  expect([...world.platform.catalog.jobHints.entries()]).toEqual([[1, 0]])
  began.splice(0)
  startLoop(async () => {})
  await until(() => jobs(1).length === 0, 'both, done')
  expect(began.sort()).toEqual(['1 a', '1 b'])
})

test.each([
  { of: 'kind', limits: { perCompany: 3, perKind: 2 } },
  { of: 'company', limits: { perCompany: 2, perKind: 3 } },
])('fills a free slot at once, within the limits in all and per $of', async ({ limits }) => {
  const ends = new Map<string, () => void>()
  const hang: Run = (name) => new Promise((resolve) => ends.set(name, resolve))
  add(1, 'test.hang', ['a', 'b', 'c', 'd'])
  startLoop(hang, { all: 3, ...limits })
  await until(() => began.length >= 2, 'two of the first company')
  add(2, 'test.hang', ['e', 'f'])
  await until(() => began.length === 3, 'one of the other company')
  ends.get('a')?.()
  await until(() => began.length === 4, 'the next')
  expect(began.slice(0, 3)).toEqual(['1 a', '1 b', '2 e'])
  for (const name of ['b', 'e']) ends.get(name)?.()
  await until(() => began.length === 6, 'the rest')
  expect([...began].sort()).toEqual(['1 a', '1 b', '1 c', '1 d', '2 e', '2 f'])
})

test('starts a job of a company without a running one even when all slots are taken', async () => {
  add(1, 'test.hang', many(5))
  startLoop(never, { all: 4, perCompany: 5, perKind: 5 })
  await until(() => began.length === 4, 'four')
  add(2, 'test.hang', ['first', 'second'])
  await until(() => began.length === 5, 'the first of the other company')
  expect(began.at(-1)).toBe('2 first')
})

test('a job beyond its time limit fails, and its late response writes nothing', async () => {
  const late = Promise.withResolvers<string>()
  const answer = Promise.withResolvers<void>()
  add(1, 'test.hang', ['slow'])
  startLoop(
    async (_name, context, signal) => {
      await answer.promise
      try {
        context()
        late.resolve('wrote')
      } catch {
        late.resolve(`refused, aborted: ${signal.aborted}`)
      }
    },
    {},
    20,
  )
  await until(() => jobs(1)[0]?.attempts === 1, 'the failure')
  expect(jobs(1)[0]?.last_error).toContain('Aborted after 20 ms')
  answer.resolve()
  expect(await late.promise).toBe('refused, aborted: true')
})

test('a job enqueued again under its key while it runs is run once more', async () => {
  const ends: (() => void)[] = []
  add(1, 'test.hang', ['a'], 'key')
  startLoop(() => new Promise((resolve) => void ends.push(resolve)))
  await until(() => ends.length === 1, 'the first run')
  add(1, 'test.hang', ['a'], 'key')
  add(1, 'test.hang', ['a'], 'key')
  ends[0]?.()
  await until(() => ends.length === 2, 'the second run')
  ends[1]?.()
  await until(() => jobs(1).length === 0, 'the end')
  expect(began).toEqual(['1 a', '1 a'])
})

test.each(['ends', 'fails for the last time'])(
  'a newer payload runs after a run that %s, at its own time',
  async (how) => {
    const ends: PromiseWithResolvers<void>[] = []
    add(1, 'test.hang', ['old'], 'key')
    add(1, 'test.hang', ['bystander'], 'other key')
    world.ctx(1).company.sqlite.run('UPDATE job SET attempts = 2')
    startLoop((name) => {
      if (name === 'bystander') return new Promise(() => {})
      ends.push(Promise.withResolvers())
      return ends.at(-1)?.promise ?? Promise.resolve()
    })
    await until(() => began.length === 2, 'both runs')
    const runAt = new Date(Date.now() + 60_000)
    const ctx = world.ctx(1)
    ctx.transaction(() => enqueueJob(ctx, 'test.hang', { name: 'newer' }, { dedupeKey: 'key', runAt }))
    if (how === 'ends') ends[0]?.resolve()
    else ends[0]?.reject(new Error('no'))
    await new Promise((resolve) => setTimeout(resolve))
    const rows = ctx.company.sqlite.query('SELECT payload, attempts, given_up, run_at FROM job ORDER BY id').values()
    expect(rows[0]).toEqual(['{"name":"newer"}', 0, 0, runAt.getTime()])
    expect(rows[1]?.slice(0, 3)).toEqual(['{"name":"bystander"}', 2, 0])
    expect(began).toHaveLength(2)
    world.setTime(runAt)
    await until(() => began.length === 3, 'the newer one')
    expect(began.at(-1)).toBe('1 newer')
  },
)

test('gives up a job of an unknown kind, which delays nothing', async () => {
  const errors = spyOn(world.platform.log, 'error')
  add(1, 'test.unknown' as Kind, ['a'])
  add(1, 'test.local', ['b'])
  startLoop(never)
  await until(() => began.length === 1, 'the known one')
  expect(jobs(1)).toEqual([{ attempts: 0, last_error: 'No handler for this kind' }])
  add(2, 'test.local', ['c'])
  await until(() => began.includes('2 c'), 'the job of the other company')
  expect(errors.mock.calls.map(([, about]) => about)).toEqual([{ company: 1, jobs: 1 }])
  errors.mockRestore()
})

test('a stop lets no further local job begin', async () => {
  add(1, 'test.local', ['stop', 'later'])
  startLoop(never)
  await until(() => jobs(1).length === 1, 'the first one')
  expect(began).toEqual(['1 stop'])
})

test('a local job can request to run again at once', async () => {
  startLoop(async () => {})
  add(1, 'test.local', ['three times'])
  await until(() => began.length === 3, 'three runs')
  expect(began).toEqual(['1 three times', '1 three times', '1 three times'])
})

test('after the clock is set back, jobs that check their own time run at once, others at their time', async () => {
  const nowMs = Date.now()
  const ctx = world.ctx(1)
  ctx.transaction(() => {
    const runAt = new Date(nowMs + 60_000)
    enqueueJob(ctx, 'test.other', { name: 'a' }, { runAt })
    enqueueJob(ctx, 'test.local', { name: 'b' }, { runAt })
  })
  add(2, 'test.local', ['first'])
  startLoop(never)
  await until(() => began.includes('2 first'), 'a first round')
  world.setTime(new Date(nowMs - 3_600_000))
  await until(() => began.includes('1 a'), 'the job that may run early')
  world.setTime(new Date(nowMs + 61_000))
  await until(() => began.includes('1 b'), 'the other one')
  expect(began).toEqual(['2 first', '1 a', '1 b'])
})

test('a job in the future of the company’s clock leaves the event loop free, whatever the machine’s clock says', async () => {
  const nowMs = Date.now()
  world.setTime(new Date(nowMs - 120_000))
  const ctx = world.ctx(1)
  ctx.transaction(() => enqueueJob(ctx, 'test.local', { name: 'later' }, { runAt: new Date(nowMs - 60_000) }))
  startLoop(never)
  // Does not end while the loop is busy.
  await new Promise((resolve) => setTimeout(resolve))
  expect(began).toEqual([])
  world.setTime(new Date(nowMs))
  await until(() => began.includes('1 later'), 'the job')
})

test('runs a job that becomes due while the others are read', async () => {
  let ms = Date.now()
  // Each look at the clock is a millisecond later.
  world.platform.clock.now = () => new Date(ms++)
  startLoop(async () => {})
  for (let gap = 1; gap <= 20; gap++) {
    const ctx = world.ctx(1)
    const [first, second] = [ms + 5, ms + 5 + gap]
    ctx.transaction(() => {
      enqueueJob(ctx, 'test.local', { name: `${gap} first` }, { runAt: new Date(first) })
      enqueueJob(ctx, 'test.local', { name: `${gap} second` }, { runAt: new Date(second) })
    })
    await until(() => began.includes(`1 ${gap} second`), `the second job after ${gap} ms`)
  }
})
