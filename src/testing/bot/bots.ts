import { eq } from 'drizzle-orm'
import type { ConnectionOptions } from '../../connection/connection.contract'
import { connectionTable } from '../../connection/connection.tables'
import type { DaySchedule } from '../../queue/hours/opening-hours.contract'
import { weekdays } from '../../kernel/time/calendar-days'
import { listMessageRows } from '../conversation/conversation'
import { messageEvent, receive } from '../conversation/inbound'
import { createWorld, type World, type WorldOptions } from '../world/world'

type ConnectionFields = Partial<typeof connectionTable.$inferInsert>

/** Tuesday, 10 March 2026, 11:00 in São Paulo. */
export const tuesday = new Date('2026-03-10T14:00:00Z')

export async function createTalk(options: Pick<WorldOptions, 'environment'> = {}) {
  const world = await createWorld({ ...options, now: tuesday })
  let now = tuesday

  const ourRows = () => listMessageRows(world).filter(({ fromMe, isPrivate }) => fromMe && !isPrivate)
  const returned = new Set<number>()

  return {
    ...world,
    write(text: string, more: Parameters<typeof messageEvent>[0] = {}) {
      receive(world, 1, messageEvent({ text, atMs: now.getTime(), ...more }))
    },
    newTexts() {
      const rows = ourRows().filter(({ id }) => !returned.has(id))
      for (const { id } of rows) returned.add(id)
      return rows.map(({ body }) => body)
    },
    ourRows,
    /** Advances the clock minute by minute and runs the jobs due. */
    async pass(minutes: number) {
      for (let minute = 0; minute < minutes; minute++) {
        now = new Date(now.getTime() + 60_000)
        world.setTime(now)
        await world.runJobs(1)
      }
    },
    /** Sets the clock forward at once, as after downtime. */
    async jump(to: Date) {
      now = to
      world.setTime(now)
      await world.runJobs(1)
    },
    now: () => now,
    connect: (fields: ConnectionFields, options: Partial<ConnectionOptions> = {}) => connect(world, fields, options),
  }
}

export type Talk = Awaited<ReturnType<typeof createTalk>>

export function connect(world: World, fields: ConnectionFields, options: Partial<ConnectionOptions>) {
  const { db } = world.ctx(1)
  const before = db.select().from(connectionTable).where(eq(connectionTable.id, 1)).get()
  const all = { ...before?.options, ...options } as ConnectionOptions
  db.update(connectionTable)
    .set({ ...fields, options: all })
    .where(eq(connectionTable.id, 1))
    .run()
}

/** The same two shifts every day; an empty one is none. */
export function everyDay(shiftA: string, shiftB = '-', except: Partial<Record<string, string>> = {}): DaySchedule[] {
  return weekdays.map((weekdayEn) => {
    const [startTimeA = '', endTimeA = ''] = (except[weekdayEn] ?? shiftA).split('-')
    const [startTimeB = '', endTimeB = ''] = except[weekdayEn] === undefined ? shiftB.split('-') : []
    return { weekday: weekdayEn, weekdayEn, startTimeA, endTimeA, startTimeB, endTimeB }
  })
}
