import { afterEach, expect, test } from 'bun:test'
import { updateQueue } from '../../../queue/queue.commands'
import type { AssignmentMode } from '../../../queue/assignment-mode.contract'
import { changeTags } from '../../../tag/tag-links'
import { addContact, addTicket } from '../../../testing/conversation/tickets'
import { createWorld, type World } from '../../../testing/world/world'
import { setPause } from '../../../user/presence/pause-user'
import { noteUserOffline, noteUserSeen } from '../../../user/session/note-user-seen'
import { userTable, userQueueTable, userTagTable } from '../../../user/user.tables'
import { findActor } from '../../../user/actor.queries'
import { withActor } from '../../../kernel/company/company-context'
import { required } from '../../../kernel/errors'
import { closeTicket } from '../../closing/close-ticket'
import { acceptTicket } from '../accept-ticket'
import { listTicketLog } from '../../history/ticket-log.view'
import { getTicketRow } from '../../ticket.queries'
import { ticketPriorities, type TicketPriority } from '../../ticket-priority.contract'

const start = Date.UTC(2026, 2, 10, 14)
const agents = [11, 12, 13, 14]
const tags = [1, 2, 3]

let world: World
afterEach(() => world.stop())

async function createShop(queue: Parameters<typeof updateQueue>[2]) {
  world = await createWorld({ now: new Date(start) })
  const { db } = world.ctx(1)
  db.delete(userQueueTable).run()
  for (const id of agents) {
    const times = { createdAt: new Date(start), updatedAt: new Date(start) }
    db.insert(userTable)
      .values({ id, name: `Agente ${id}`, email: `a${id}@acme.test`, passwordHash: 'x', ...times })
      .run()
    db.insert(userQueueTable).values({ userId: id, queueId: 1 }).run()
  }
  for (const id of tags) {
    world
      .ctx(1)
      .company.sqlite.run(
        `INSERT INTO tag (id, name, name_key, color, created_at, updated_at) VALUES (${id}, 'T${id}', 't${id}', '#0b7285', 0, 0)`,
      )
  }
  updateQueue(world.ctxAs(world.ana), 1, queue)
}

const as = (id: number) => withActor(world.ctx(1), required(findActor(world.ctx(1), id), 'ERR_NO_USER_FOUND'))

/** A batch ends after some milliseconds, and goes on at once. */
async function runAll() {
  const isDue = () =>
    world
      .ctx(1)
      .company.sqlite.query("SELECT 1 FROM job WHERE kind = 'queue.assign' AND run_at <= ?")
      .get(world.ctx(1).now.getTime()) !== null
  do await world.runJobs(1)
  while (isDue())
}

/** Small, and the same everywhere. */
function randomBy(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Agent {
  id: number
  online: boolean
  paused: boolean
  skills: number[]
  last: number
}

interface Waiting {
  id: number
  contact: number
  priority: TicketPriority
  owner: number | undefined
  why: string
  closed: boolean
}

/** What has to happen, said in another way than the product does it: by sorting plain objects. */
class Model {
  tickets: Waiting[] = []
  lastOfContact = new Map<number, number>()
  turns = 0

  constructor(
    readonly mode: AssignmentMode,
    readonly limit: number,
    readonly lastFirst: boolean,
    readonly people: Agent[],
    readonly tagsOf: (contact: number) => number[],
  ) {}

  load = (agent: Agent) => this.tickets.filter(({ owner, closed }) => owner === agent.id && !closed).length

  settle() {
    const waiting = this.tickets
      .filter(({ owner, closed }) => owner === undefined && !closed)
      .sort((a, b) => ticketPriorities.indexOf(b.priority) - ticketPriorities.indexOf(a.priority) || a.id - b.id)
    for (const ticket of waiting) {
      const able = this.people.filter(
        (agent) => agent.online && !agent.paused && (this.limit === 0 || this.load(agent) < this.limit),
      )
      if (able.length === 0) return
      const [agent, why] = this.pick(able, ticket)
      ticket.owner = agent.id
      ticket.why = why
      agent.last = ++this.turns
    }
  }

  pick(able: Agent[], { contact }: Waiting): [Agent, string] {
    const known = able.find(({ id }) => id === this.lastOfContact.get(contact))
    if (this.lastFirst && known) return [known, 'lastAgent']
    let best = able
    const matches = (agent: Agent) => this.tagsOf(contact).filter((tag) => agent.skills.includes(tag)).length
    const keepBest = (figure: (agent: Agent) => number) => {
      const least = Math.min(...best.map(figure))
      best = best.filter((agent) => figure(agent) === least)
    }
    let why = this.mode as string
    if (this.mode === 'leastBusy') keepBest(this.load)
    if (this.mode === 'bySkill') {
      keepBest((agent) => -matches(agent))
      why = best.some((agent) => matches(agent) > 0) ? 'skill' : 'inTurn'
    }
    keepBest(({ last }) => last)
    keepBest(({ id }) => id)
    return [required(best[0], 'ERR_NO_USER_FOUND'), why]
  }
}

const cases = (['inTurn', 'leastBusy', 'bySkill'] as const).flatMap((mode) =>
  [
    [0, false],
    [3, false],
    [2, true],
  ].flatMap(([limit, lastFirst], row) =>
    [1, 2].map((seed) => [mode, Number(limit), lastFirst === true, seed * 100 + row] as const),
  ),
)

test.each(cases)(
  '%s, limit %d, last agent first %p: as the model says (seed %d)',
  async (mode, limit, lastFirst, seed) => {
    await createShop({ assignmentMode: mode, ticketsPerAgent: limit, lastAgentFirst: lastFirst })
    const random = randomBy(seed)
    const people = agents.map((id): Agent => {
      const skills = tags.filter(() => random(2) === 0)
      for (const tagId of skills) world.ctx(1).db.insert(userTagTable).values({ userId: id, tagId }).run()
      return { id, online: false, paused: false, skills, last: 0 }
    })
    const contacts = Array.from({ length: 40 }, (_, index) => {
      const id = addContact(world.ctx(1), `Cliente ${index}`)
      const known = tags.filter(() => random(3) === 0)
      changeTags(world.ctxAs(world.ana), id, { add: known, remove: [] })
      return { id, tags: known }
    })
    const model = new Model(mode, limit, lastFirst, people, (id) => contacts.find((one) => one.id === id)?.tags ?? [])
    const one = <Item>(items: readonly Item[]) => items[random(items.length)]
    const bystander = addTicket(world.ctx(1), { queueId: 2 }).id

    const arrive = () => {
      const busy = new Set(model.tickets.filter(({ closed }) => !closed).map(({ contact }) => contact))
      const contact = one(contacts.filter(({ id }) => !busy.has(id)))
      if (!contact) return
      const priority = one(ticketPriorities) ?? 'normal'
      const { id } = addTicket(world.ctx(1), { contactId: contact.id, priority })
      model.tickets.push({ id, contact: contact.id, priority, owner: undefined, why: '', closed: false })
    }
    const close = () => {
      const ticket = one(model.tickets.filter(({ owner, closed }) => owner !== undefined && !closed))
      if (!ticket?.owner) return
      if (random(2) === 0) acceptTicket(as(ticket.owner), ticket.id)
      closeTicket(world.ctx(1), ticket.id, { farewell: false })
      ticket.closed = true
      model.lastOfContact.set(ticket.contact, ticket.owner)
    }
    const pause = () => {
      const agent = one(people)
      if (!agent) return
      agent.paused = !agent.paused
      setPause(as(agent.id), agent.id, agent.paused ? { reason: 'lunch', note: '' } : null)
    }
    const signInOrOut = () => {
      const agent = one(people)
      if (!agent) return
      agent.online = !agent.online
      if (!agent.online) noteUserOffline(as(agent.id))
    }
    const events = [arrive, arrive, arrive, arrive, close, close, close, pause, signInOrOut]

    for (let step = 1; step <= 150; step++) {
      for (let some = 1 + random(3); some > 0; some--) one(events)?.()
      world.setTime(new Date(start + step * 60_000))
      for (const { id, online } of people) if (online) noteUserSeen(as(id))
      await runAll()
      model.settle()
      for (const { id, owner } of model.tickets) {
        const row = getTicketRow(world.ctx(1), id)
        expect([step, id, row.userId ?? undefined]).toEqual([step, id, owner])
      }
    }
    const assigned = model.tickets.filter(({ owner }) => owner !== undefined)
    expect(assigned.length).toBeGreaterThan(40)
    for (const { id, owner, why } of assigned) {
      const lines = listTicketLog(world.ctx(1), id).filter(({ type }) => type === 'assigned')
      expect(lines).toMatchObject([{ reason: why, user: { id: owner } }])
    }
    expect(getTicketRow(world.ctx(1), bystander).userId).toBe(null)
  },
)

test.each(['inTurn', 'leastBusy', 'bySkill'] as const)('%s: a burst of 1,000 tickets is fair to one', async (mode) => {
  await createShop({ assignmentMode: mode })
  for (const id of agents.slice(0, 3)) noteUserSeen(as(id))
  world.ctx(1).transaction(() => {
    for (let count = 0; count < 1000; count++) addTicket(world.ctx(1))
  })
  await runAll()
  const counts = world
    .ctx(1)
    .company.sqlite.query('SELECT user_id AS id, count(*) AS n FROM ticket WHERE queue_id = 1 GROUP BY user_id')
    .all() as { id: number; n: number }[]
  expect(counts.map(({ id }) => id)).toEqual(agents.slice(0, 3))
  expect(Math.max(...counts.map(({ n }) => n)) - Math.min(...counts.map(({ n }) => n))).toBeLessThanOrEqual(1)
})
