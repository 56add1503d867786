import { afterEach, describe, expect, test } from 'bun:test'
import { createPromiseModel } from '../testing/sla/promise-model'
import { minuteMs, openShop } from '../testing/sla/open-shop'
import { runShop } from '../testing/sla/shop-week'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'

let world: World
afterEach(() => world.stop())

type Model = ReturnType<typeof createPromiseModel>

interface Week {
  timeZone: string
  holidays: readonly string[]
  from: string
  days: number
  seed: number
  contacts: number
  rate: number
  areJobsLate?: boolean
}

/** Runs the shop; each due time, state and verdict of the product is compared with the model's. */
async function compareWeek(week: Week) {
  world = await createWorld({ now: new Date(Date.parse(week.from) - 60 * minuteMs) })
  world.platform.catalog.sqlite.run('UPDATE company SET time_zone = ?', [week.timeZone])
  const { ana } = await signIn(world, 'ana')
  const model = await openShop({ world, admin: ana, ...week })
  const counts = await runShop({ ...week, world, admin: ana, model, check: (id) => compare(ana, model, id) })
  expect(verdicts()).toEqual(expectedVerdicts(model))
  return counts
}

async function compare(ana: Caller, model: Model, id: number) {
  const { body } = await ana.get(`/tickets/${id}/promises`)
  const minute = world.ctx(1).now.getTime() / minuteMs
  const shown = body
    .filter(({ endedAt }: { endedAt: string | null }) => endedAt === null)
    .map(({ kind, state, dueAt, leftMinutes, startedAt }: Record<string, string>) => {
      return { kind, state, dueAt: state === 'paused' ? null : dueAt, leftMinutes, startedAt }
    })
  const expected = model.open(id, minute).map((promise) => {
    // When it was broken by another target alone, no moment is right.
    const isPlain = promise.state === 'due' || (promise.state === 'broken' && promise.reachedAt !== null)
    return {
      kind: promise.kind,
      state: promise.state,
      dueAt: promise.state === 'paused' ? null : isPlain ? iso(model.dueOf(id, promise)) : expect.any(String),
      leftMinutes: promise.left,
      startedAt: iso(promise.startedAt),
    }
  })
  const order = ['firstAnswer', 'nextAnswer', 'resolve']
  expect([id, shown]).toEqual([id, expected.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))])
  const dues = expected.filter(({ state }) => state === 'due').map(({ dueAt }) => String(dueAt))
  // Lists show the earliest, unless a broken one is earlier.
  if (expected.every(({ state }) => state !== 'broken')) {
    expect((await ana.get(`/tickets/${id}`)).body.due?.at ?? null).toBe(dues.toSorted()[0] ?? null)
  }
}

const iso = (minute: number | null) => (minute === null ? null : new Date(minute * minuteMs).toISOString())

const verdicts = () =>
  world
    .ctx(1)
    .company.sqlite.query<Record<string, number | string>, []>(
      'SELECT ticket_id AS ticket, kind, started_at / 60000 AS start, kept FROM sla_result ORDER BY 1, 3, 2',
    )
    .all()

function expectedVerdicts({ tickets }: Model) {
  const decided = [...tickets].flatMap(([ticket, { promises }]) =>
    promises
      .filter(({ isBroken, end }) => isBroken || end === 'kept')
      .map(({ kind, startedAt, isBroken }) => ({ ticket, kind, start: startedAt, kept: isBroken ? 0 : 1 })),
  )
  return decided.toSorted((a, b) => a.ticket - b.ticket || a.start - b.start || (a.kind < b.kind ? -1 : 1))
}

const newYork = { timeZone: 'America/New_York', holidays: ['2026-10-30', '2026-11-03'], from: '2026-10-29T10:00:00Z' }
const saoPaulo = { timeZone: 'America/Sao_Paulo', holidays: ['2018-02-12', '2018-02-13'], from: '2018-02-11T10:00:00Z' }

describe('a week of a shop is as an independent calculation, minute by minute, says', () => {
  const week = { days: 8, contacts: 30, rate: 0.4 }

  test('over a weekend, holidays and the end of summer time in New York', async () => {
    const counts = await compareWeek({ ...newYork, ...week, seed: 33 })
    const names = [
      ...[
        'accept',
        'answer',
        'changeQueue',
        'created',
        'merge',
        'note',
        'prioritise',
        'retarget',
        'reopen',
        'reopenInQueue',
        'robot',
      ],
      ...['reopenedByContact', 'resolve', 'resolveAndUndo', 'snooze', 'transfer', 'write', 'wroteAgain'],
    ]
    expect(names.filter((name) => !counts[name])).toEqual([])
  }, 120_000)

  test('over carnival and the end of summer time in São Paulo, with jobs that run late', async () => {
    await compareWeek({ ...saoPaulo, ...week, seed: 34, areJobsLate: true })
  }, 120_000)
})

describe('two days around a change of clocks', () => {
  const around: readonly [timeZone: string, from: string][] = [
    ['America/New_York', '2026-03-07T10:00:00Z'],
    ['America/Sao_Paulo', '2017-10-14T10:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-03T20:00:00Z'],
    ['Europe/Lisbon', '2026-10-24T10:00:00Z'],
  ]
  for (const [index, [timeZone, from]] of around.entries()) {
    test(
      timeZone,
      async () => {
        await compareWeek({ timeZone, from, holidays: [], days: 2, contacts: 8, rate: 0.4, seed: 7 + index })
      },
      60_000,
    )
  }
})
