import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import { hourMs } from '../../kernel/time/durations.contract'
import type { TagId } from '../../kernel/ids'
import { createTag } from '../../tag/save-tag'
import { setTicketLane } from '../../tag/tag-links'
import { TagBody } from '../../tag/tag.contract'
import { addTicket } from '../../testing/conversation/tickets'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import type { Board } from '../ticket.answers'

const now = new Date('2026-03-10T12:00:00Z')
let world: World
let ana: Caller, bruno: Caller
let lanes: TagId[]

beforeAll(async () => {
  world = await createWorld({ now })
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
  lanes = ['Novo', 'Proposta', 'Visita'].map((name) => addLane(world.ctx(1), name))
  addLane(world.ctx(2), 'Da Globex')
})
afterAll(() => world.stop())

function addLane(ctx: CompanyContext, name: string) {
  return createTag(ctx, v.parse(TagBody, { name, kanban: 1 })).id as TagId
}

const boardOf = async (person: typeof ana, query = '') => (await person.get(`/tickets/kanban${query}`)).body as Board
const shapeOf = ({ lanes: all }: Board) =>
  all.map(({ tag, count, amountTotal, tickets }) => [
    tag?.name ?? null,
    count,
    amountTotal,
    tickets.map(({ id }) => id),
  ])

test('the board shows each user the visible tickets, with matching counts and amounts', async () => {
  const ctx = world.ctx(1)
  const own = addTicket(ctx, { status: 'open', userId: 2 })
  const others = addTicket(ctx, { status: 'open', userId: 3, queueId: 2 })
  const closed = addTicket(ctx, { status: 'closed', userId: 2 })
  const waiting = addTicket(ctx)
  for (const { id } of [own, others, closed]) setTicketLane(ctx, id, lanes[0] ?? null)
  await ana.put(`/tickets/${own.id}`, { amount: 100.5 })
  await ana.put(`/tickets/${others.id}`, { amount: 50 })
  expect(shapeOf(await boardOf(ana))).toEqual([
    [null, 1, 0, [waiting.id]],
    ['Novo', 2, 150.5, [others.id, own.id]],
    ['Proposta', 0, 0, []],
    ['Visita', 0, 0, []],
  ])
  expect(shapeOf(await boardOf(bruno))[1]).toEqual(['Novo', 1, 100.5, [own.id]])
  const [, lane] = (await boardOf(bruno)).lanes
  expect(lane?.tickets[0]?.laneAt).toBe(now.toISOString())
})

test('a lane says since when one of its visible tickets is there', async () => {
  const ctx = world.ctx(1)
  const before = (hours: number) => now.getTime() - hours * hourMs
  const [entered, others] = [2, 3].map((userId) => addTicket(ctx, { status: 'open', userId, queueId: 2 }))
  for (const [ticket, hours] of [
    [entered, 3],
    [others, 5],
  ] as const) {
    setTicketLane(ctx, ticket?.id ?? 0, lanes[2] ?? null)
    ctx.company.sqlite.run('UPDATE ticket_tag SET created_at = ? WHERE ticket_id = ?', [before(hours), ticket?.id ?? 0])
  }
  const agesOf = async (person: typeof ana) => (await boardOf(person)).lanes.map(({ oldestAt }) => oldestAt)
  expect((await agesOf(ana))[3]).toBe(new Date(before(5)).toISOString())
  expect((await agesOf(bruno))[3]).toBe(new Date(before(3)).toISOString())
  expect((await boardOf(ana, '?searchParam=ninguém')).lanes.every(({ oldestAt }) => oldestAt === null)).toBe(true)
})

test('a lane continues from its cursor, and a filter counts its matches', async () => {
  const ctx = world.ctx(1)
  const ids = Array.from({ length: 5 }, () => addTicket(ctx).id)
  for (const id of ids) setTicketLane(ctx, id, lanes[1] ?? null)
  const seen: number[] = []
  let cursor: string | null = null
  for (const _ of [1, 2, 3]) {
    const { lanes: found } = await boardOf(ana, `?lane=${lanes[1]}&perLane=2${cursor ? `&cursor=${cursor}` : ''}`)
    expect(found.map(({ count }) => count)).toEqual([5])
    seen.push(...(found[0]?.tickets ?? []).map(({ id }) => id))
    cursor = found[0]?.nextCursor ?? null
  }
  expect(cursor).toBeNull()
  expect((await boardOf(ana, `?lane=${lanes[1]}&perLane=5`)).lanes[0]?.nextCursor).toBeNull()
  expect(seen.toSorted((a, b) => a - b)).toEqual(ids)
  expect((await boardOf(ana, '?searchParam=ninguém')).lanes.every(({ count }) => count === 0)).toBe(true)
  const refused = await ana.get('/tickets/kanban?cursor=abc')
  expect(refused.status).toBe(400)
  expect((await boardOf(ana, '?lane=9999')).lanes).toEqual([])
})

test('filters by user, tag and day of creation, in the company’s time zone', async () => {
  const ctx = world.ctx(1)
  const idsOf = async (query: string) =>
    (await boardOf(ana, query)).lanes.flatMap(({ tickets }) => tickets.map(({ id }) => id)).toSorted((a, b) => a - b)
  const all = await idsOf('')
  const evening = addTicket(ctx, { status: 'open', userId: 1 }).id
  ctx.company.sqlite.run('UPDATE ticket SET created_at = ? WHERE id = ?', [Date.parse('2026-03-10T02:30:00Z'), evening])
  expect(await idsOf('?dateTo=2026-03-09')).toEqual([evening])
  expect(await idsOf('?dateFrom=2026-03-10')).toEqual(all)
  expect(await idsOf('?dateFrom=2026-03-09&dateTo=2026-03-10')).toEqual([...all, evening])
  expect(await idsOf('?users=[1]')).toEqual([evening])
})

test('a plan without kanban has no board', async () => {
  world.platform.catalog.sqlite.run('UPDATE plan SET use_kanban = 0')
  world.platform.catalog.companies.forget()
  const refused = await ana.get('/tickets/kanban')
  expect(refused.body).toMatchObject({ error: 'ERR_PLAN_LIMIT', limit: 'useKanban' })
})
