import { queueAutomaticText } from '../../message/send/queue-message'
import { ticketPriorities } from '../../ticket/ticket-priority.contract'
import { getTicketRow } from '../../ticket/ticket.queries'
import { randomOf } from '../cluster/random-of'
import { messageEvent, receive } from '../conversation/inbound'
import { done, minuteMs, queueIds, type ShopOptions } from './open-shop'
import type { PromiseModel } from './promise-model'

const tickMinutes = 10

function createChance(seed: number) {
  const next = randomOf(seed)
  return {
    next,
    under: (max: number) => Math.floor(next() * max),
    pick: <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T,
  }
}

interface Run extends ShopOptions {
  model: PromiseModel
  seed: number
  from: string
  days: number
  contacts: number
  /** Share of the ticks in which something happens. */
  rate: number
  /** The jobs run only where a snooze ends, not at each tick. */
  areJobsLate?: boolean
  check: (ticketId: number, minute: number) => Promise<void>
}

interface Ticket {
  id: number
  phone: string
  status: 'pending' | 'open' | 'closed'
  queueId: number | null
  snoozedUntil: number | null
}

type State = ReturnType<typeof createState>

function createState(run: Run) {
  const counts: Record<string, number> = {}
  return {
    tickets: new Map<number, Ticket>(),
    /** By the phones of contacts that were merged into others. */
    people: new Map<string, string>(),
    minute: Date.parse(run.from) / minuteMs,
    chance: createChance(run.seed),
    counts,
    count: (name: string) => void (counts[name] = (counts[name] ?? 0) + 1),
    local: new Intl.DateTimeFormat('sv-SE', {
      timeZone: run.timeZone,
      ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
    }),
  }
}

/** Things happen to the shop's tickets, tick by tick, and are told to the model. Returns how often what happened. */
export async function runShop(run: Run) {
  const state = createState(run)
  const phones = Array.from({ length: run.contacts }, (_, index) => `55119777${10_000 + index}`)
  const end = state.minute + run.days * 1440
  for (; state.minute < end; state.minute += tickMinutes) {
    run.world.setTime(new Date(state.minute * minuteMs))
    await passTime(run, state)
    if (state.chance.next() >= run.rate) continue
    const ticket = [...state.tickets.values()][state.chance.under(state.tickets.size + 3)]
    if (ticket) await happen(run, state, ticket)
    else await write(run, state, state.chance.pick(phones))
  }
  while ((await run.world.runJobs(1)) > 0);
  for (const { id } of state.tickets.values()) await run.check(id, state.minute - tickMinutes)
  return state.counts
}

async function passTime({ world, model, areJobsLate, check }: Run, { tickets, minute }: State) {
  const woken = [...tickets.values()].filter(({ snoozedUntil }) => snoozedUntil !== null && snoozedUntil <= minute)
  if (woken.length > 0 || !areJobsLate) await world.runJobs(1)
  for (const ticket of woken) {
    ticket.snoozedUntil = null
    model.woken(ticket.id, minute)
    await check(ticket.id, minute)
  }
}

async function happen(run: Run, state: State, ticket: Ticket) {
  if (run.model.isDueAt(ticket.id, state.minute)) return
  const action = state.chance.pick(ticket.status === 'closed' ? closedActions : openActions)
  if ((await actions[action](run, state, ticket)) === false) return
  state.count(action)
  await noteSnooze(run, state, ticket)
  await run.check(ticket.id, state.minute)
}

/** Another status or user ends a snooze. */
async function noteSnooze({ admin, model }: Run, { minute }: State, ticket: Ticket) {
  if (ticket.snoozedUntil === null || (await done(admin.get(`/tickets/${ticket.id}`))).body['snoozedUntil']) return
  ticket.snoozedUntil = null
  model.woken(ticket.id, minute)
}

async function write(run: Run, { tickets, people, minute, count }: State, from: string) {
  const { world, admin, model } = run
  const phone = people.get(from) ?? from
  const known = [...tickets.values()].findLast((ticket) => ticket.phone === phone && ticket.status !== 'closed')
  if (known && model.isDueAt(known.id, minute)) return
  receive(world, 1, messageEvent({ text: 'Oi', phone: from, atMs: minute * minuteMs }))
  const last = 'SELECT ticket_id AS id FROM message WHERE NOT from_me ORDER BY message.id DESC'
  const id = world.ctx(1).company.sqlite.query<{ id: number }, []>(last).get()?.id ?? 0
  const { status, queueId } = (await done(admin.get(`/tickets/${id}`))).body
  const before = tickets.get(id)
  if (!before) model.created(id, minute, { queueId })
  else if (before.status === 'closed') model.reopened(id, minute, queueId)
  count(!before ? 'created' : before.status === 'closed' ? 'reopenedByContact' : 'wroteAgain')
  tickets.set(id, { id, phone, status, queueId, snoozedUntil: null })
  model.wrote(id, minute)
  await run.check(id, minute)
}

/** False: it was not possible. */
type Action = (run: Run, state: State, ticket: Ticket) => Promise<void | false>

const noTargets = { firstAnswer: null, nextAnswer: null, resolve: null, warnBefore: null }
const otherQueue = ({ chance }: State, { queueId }: Ticket) => chance.pick(queueIds.filter((id) => id !== queueId))
const othersOpen = ({ tickets }: State, { id, phone }: Ticket) =>
  [...tickets.values()].some((other) => other.id !== id && other.phone === phone && other.status !== 'closed')

const actions = {
  async write(run, state, { phone }) {
    await write(run, state, phone)
  },
  async accept({ admin, model }, state, ticket) {
    if (ticket.status !== 'pending') return false
    const queueId = ticket.queueId ?? otherQueue(state, ticket)
    await done(admin.put(`/tickets/${ticket.id}`, { status: 'open', queueId }))
    Object.assign(ticket, { status: 'open', queueId })
    model.moved(ticket.id, state.minute, queueId)
  },
  async answer({ admin, model }, { minute }, { id, status }) {
    if (status !== 'open') return false
    await done(admin.post(`/messages/${id}`, { body: 'Olá' }))
    model.answered(id, minute)
  },
  async note({ admin }, _, { id, status }) {
    if (status !== 'open') return false
    await done(admin.post(`/messages/${id}`, { body: 'Interno', isPrivate: true }))
  },
  async robot({ world }, _, { id }) {
    const ctx = world.ctx(1)
    ctx.transaction(() => queueAutomaticText(ctx, getTicketRow(ctx, id), 'Você está na fila'))
  },
  async snooze({ admin, model }, { minute, chance, local }, ticket) {
    if (ticket.snoozedUntil !== null) return false
    const until = local.format((minute + tickMinutes * (1 + chance.under(150))) * minuteMs).replace(' ', 'T')
    const answer = await admin.post(`/tickets/${ticket.id}/snooze`, { until })
    if (answer.status !== 200) return false
    ticket.snoozedUntil = Date.parse(answer.body['snoozedUntil']) / minuteMs
    model.snoozed(ticket.id, minute)
  },
  async wake({ admin, model }, { minute }, ticket) {
    if (ticket.snoozedUntil === null) return false
    await done(admin.delete(`/tickets/${ticket.id}/snooze`))
    ticket.snoozedUntil = null
    model.woken(ticket.id, minute)
  },
  async transfer({ admin, model }, state, ticket) {
    const queueId = otherQueue(state, ticket)
    await done(admin.put(`/tickets/${ticket.id}`, { isTransfered: true, queueId }))
    Object.assign(ticket, { status: 'pending', queueId })
    model.moved(ticket.id, state.minute, queueId)
  },
  async changeQueue({ admin, model }, state, ticket) {
    const queueId = otherQueue(state, ticket)
    await done(admin.put(`/tickets/${ticket.id}`, { queueId }))
    ticket.queueId = queueId
    model.moved(ticket.id, state.minute, queueId)
  },
  async prioritise({ admin, model }, { minute, chance }, { id }) {
    const priority = chance.pick(ticketPriorities)
    await done(admin.put(`/tickets/${id}`, { priority }))
    model.prioritised(id, minute, priority)
  },
  async retarget({ world, admin, model }, { minute, chance, tickets }) {
    if ([...tickets.keys()].some((id) => model.isDueAt(id, minute))) return false
    const [queueId, priority] = [chance.pick(queueIds), chance.pick(ticketPriorities)]
    const most = { firstAnswer: 240, nextAnswer: 120, resolve: 1440 }
    const minutes = (max: number) => chance.pick([null, max / 4, max / 2, max])
    const drawn = Object.entries(most).map(([kind, max]) => [kind, minutes(max)] as const)
    const targets = Object.fromEntries(drawn.filter(([, target]) => target !== null))
    const { sla } = (await done(admin.get('/queue'))).body.find(({ id }: { id: number }) => id === queueId)
    await done(admin.put(`/queue/${queueId}`, { sla: { ...sla, [priority]: { ...noTargets, ...targets } } }))
    while ((await world.runJobs(1)) > 0);
    model.retargeted(queueId, minute, priority, targets)
  },
  async merge(run, { tickets, people, minute, chance }, ticket) {
    const { admin, model } = run
    const others = [...tickets.values()].filter(({ phone, status }) => phone !== ticket.phone && status !== 'closed')
    if (others.length === 0) return false
    const other = chance.pick(others)
    if (model.isDueAt(other.id, minute)) return false
    const [younger, older] = other.id > ticket.id ? [other, ticket] : [ticket, other]
    const contactOf = async ({ id }: Ticket) => (await done(admin.get(`/tickets/${id}`))).body['contactId']
    const contacts = { fromContactId: await contactOf(other), intoContactId: await contactOf(ticket) }
    await done(admin.post('/contacts/merge', contacts))
    for (const [phone, person] of people) if (person === other.phone) people.set(phone, ticket.phone)
    people.set(other.phone, ticket.phone)
    for (const one of [...tickets.values()].filter(({ phone }) => phone === other.phone)) one.phone = ticket.phone
    const { status, queueId, snoozedUntil } = (await done(admin.get(`/tickets/${older.id}`))).body
    Object.assign(older, { status, queueId, snoozedUntil: snoozedUntil ? Date.parse(snoozedUntil) / minuteMs : null })
    Object.assign(younger, { status: 'closed', snoozedUntil: null })
    model.merged([younger.id, older.id], minute, queueId)
    await run.check(other.id, minute)
  },
  async resolve({ admin, model }, { minute }, ticket) {
    await done(admin.put(`/tickets/${ticket.id}`, { status: 'closed', sendFarewellMessage: false }))
    Object.assign(ticket, { status: 'closed', snoozedUntil: null })
    model.closed(ticket.id, minute)
  },
  async resolveAndUndo({ admin }, _, { id }) {
    await done(admin.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false, canUndo: true }))
    await done(admin.post(`/tickets/${id}/undoClose`))
  },
  async reopen({ admin, model }, state, ticket) {
    if (othersOpen(state, ticket)) return false
    const queueId = ticket.queueId ?? otherQueue(state, ticket)
    await done(admin.put(`/tickets/${ticket.id}`, { status: 'open', queueId }))
    Object.assign(ticket, { status: 'open', queueId })
    model.reopened(ticket.id, state.minute, queueId)
  },
  async reopenInQueue({ admin, model }, state, ticket) {
    if (othersOpen(state, ticket)) return false
    const queueId = otherQueue(state, ticket)
    await done(admin.put(`/tickets/${ticket.id}`, { isTransfered: true, queueId }))
    Object.assign(ticket, { status: 'pending', queueId })
    model.reopened(ticket.id, state.minute, queueId)
  },
} satisfies Record<string, Action>

/** As often as they stand there. */
const openActions: readonly (keyof typeof actions)[] = [
  ...(['write', 'write', 'write', 'accept', 'accept', 'accept', 'answer', 'answer', 'answer', 'answer'] as const),
  ...([
    'note',
    'robot',
    'snooze',
    'wake',
    'wake',
    'wake',
    'transfer',
    'changeQueue',
    'prioritise',
    'prioritise',
    'retarget',
    'merge',
  ] as const),
  ...(['resolve', 'resolve', 'resolveAndUndo'] as const),
]
const closedActions: readonly (keyof typeof actions)[] = ['write', 'reopen', 'reopenInQueue']
