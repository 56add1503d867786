import type { Answer } from './requests'
import type { World } from './world'

/** By name. An empty object would match any other in `toMatchObject`, so that nothing has a name. */
type Counts = Record<string, number> | 'none'

interface SideEffects {
  answer: Answer
  events: Counts
  jobs: Counts
  /** By live event name, one per published message. */
  live: Counts
  /** The same for the other company; always empty, or data leaked. */
  otherCompany: Counts
}

/** Runs an action and returns all side effects in the user's company and in the other. */
export async function effectsOf(world: World, act: () => Promise<Answer>, companyId = 1): Promise<SideEffects> {
  const others = [1, 2].filter((id) => id !== companyId)
  const before = new Map([1, 2].map((id) => [id, readCounts(world, id)]))
  const publishedBefore = world.published.length
  const answer = await act()
  const [events, jobs] = difference(world, companyId, before.get(companyId))
  const live = countBy(world.published.slice(publishedBefore).map((message) => message.event))
  const leaked = others.flatMap((id) => difference(world, id, before.get(id))).filter((counts) => counts !== 'none')
  const otherCompany = leaked.length === 0 ? 'none' : Object.assign({}, ...leaked)
  return { answer, events, jobs, live, otherCompany }
}

interface Read {
  lastEvent: number
  lastJob: number
}

function readCounts(world: World, companyId: number): Read {
  const { sqlite } = world.platform.files.use(companyId)
  const last = (table: string, column: string) =>
    sqlite.query<{ n: number }, []>(`SELECT ifnull(max(${column}), 0) AS n FROM ${table}`).get()?.n ?? 0
  return { lastEvent: last('event', 'number'), lastJob: last('job', 'id') }
}

function difference(world: World, companyId: number, before: Read | undefined): [Counts, Counts] {
  const { sqlite } = world.platform.files.use(companyId)
  const names = (sql: string, after: number) =>
    sqlite
      .query<{ name: string }, [number]>(sql)
      .all(after)
      .map(({ name }) => name)
  return [
    countBy(names('SELECT type AS name FROM event WHERE number > ? ORDER BY number', before?.lastEvent ?? 0)),
    countBy(names('SELECT kind AS name FROM job WHERE id > ? ORDER BY id', before?.lastJob ?? 0)),
  ]
}

function countBy(names: readonly string[]): Counts {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return names.length === 0 ? 'none' : counts
}

export const noEffects = { events: 'none', jobs: 'none', live: 'none', otherCompany: 'none' } as const
