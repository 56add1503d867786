import { expect } from 'bun:test'
import { join } from 'node:path'
import { readMigrations } from '../../kernel/database/migrate'
import type { Dashboard, DashboardCounters } from '../../report/report.calls'
import { createWorld, signIn } from './world'

/** A moment after 12:00 in São Paulo on a Tuesday. */
const noon = new Date('2026-03-10T15:00:00.123Z')
const minuteMs = 60_000

const figures =
  'leads active passive started waits wait_ms finished supports support_ms rated rating_sum promoters detractors'
const migrations = readMigrations(join(import.meta.dir, '../../../migrations/company'))
const sqlOf = (end: string) => migrations.find(({ name }) => name.endsWith(end))?.sql ?? ''
/** The second file corrects figures after it changes tables. */
const recount =
  sqlOf('-count-figures-again.sql') + sqlOf('-attended-tickets.sql').replace(/^[^]*(?=INSERT INTO attendance_hour)/, '')

export type DashboardDays = Awaited<ReturnType<typeof createDashboardDays>>

/** Ana reads the dashboard while Bruno works; the time moves with `wait`. */
export async function createDashboardDays() {
  const world = await createWorld({ now: noon })
  const { ana, bruno } = await signIn(world, 'ana', 'bruno')
  const { sqlite } = world.ctx(1).company
  sqlite.run('DELETE FROM connection_queue WHERE queue_id <> 1')
  let now = noon
  function setTime(to: Date) {
    now = to
    world.setTime(now)
  }

  const sumsBy = (columns: string, table = 'attendance_hour') =>
    sqlite
      .query<Record<string, number>, []>(
        `SELECT ${figures.split(' ').map((name) => `sum(${name}) AS ${name}`)}, ${columns} FROM ${table} GROUP BY ${columns}`,
      )
      .all()
      .filter((row) => figures.split(' ').some((name) => row[name] !== 0))

  function expectSumsOfDays() {
    const columns = 'user_id, starts_at / 86400000'
    expect(sumsBy(columns, 'attendance_day')).toEqual(sumsBy(columns))
  }

  const dashboard = async (query = ''): Promise<Dashboard> => (await ana.get(`/dashboard${query}`)).body as Dashboard

  async function change(id: number, body: object, by = bruno) {
    const answer = await by.put(`/tickets/${id}`, body)
    expect([answer.status, answer.body['status']]).toEqual([200, 'status' in body ? body.status : 'open'])
  }

  return {
    world,
    ana,
    bruno,
    now: () => now,
    setTime,
    wait: (minutes: number) => setTime(new Date(now.getTime() + minutes * minuteMs)),
    dashboard,
    counters: async (query?: string): Promise<DashboardCounters> => (await dashboard(query)).counters,
    row: async (name: string, query?: string) =>
      (await dashboard(query)).attendants.find((attendant) => attendant.name === name),
    change,
    accept: (id: number) => change(id, { status: 'open', userId: 2, queueId: 1 }),
    close: (id: number, by = bruno) => change(id, { status: 'closed', sendFarewellMessage: false }, by),
    /** Compares the maintained figures with those that the migration counts from the event log. */
    expectRecount() {
      const counted = sumsBy('user_id')
      expectSumsOfDays()
      // The template creates its own contact without an event.
      sqlite.run('DELETE FROM contact WHERE id = 1')
      sqlite.run(recount)
      expect(sumsBy('user_id')).toEqual(counted)
      expectSumsOfDays()
    },
  }
}
