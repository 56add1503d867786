/**
 * What is promised, written from the words of the promise and minute by minute, without any code of the product: the time to
 * the first answer, to each next one and to the end passes in the hours of the ticket's queue, and does not while the contact
 * is waited for or the ticket is snoozed. All moments are minutes since 1970.
 */

type Kind = 'firstAnswer' | 'nextAnswer' | 'resolve'
const answers = ['firstAnswer', 'nextAnswer'] as const
export type Targets = Partial<Record<Kind, number>>

export interface ShopQueue {
  /** By English weekday: "HH:mm-HH:mm", which may end after midnight. None: at any time. */
  hours?: Readonly<Record<string, readonly string[]>>
  targets: Readonly<Record<string, Targets>>
}

interface Shop {
  timeZone: string
  /** YYYY-MM-DD. */
  holidays: readonly string[]
  queues: ReadonlyMap<number, ShopQueue>
}

export interface ModelPromise {
  kind: Kind
  startedAt: number
  spent: number
  /** When the whole target had passed. */
  reachedAt: number | null
  isBroken: boolean
  /** Undefined while it is open. Dropped: neither kept nor broken. */
  end?: 'kept' | 'broken' | 'dropped'
}

interface ModelTicket {
  at: number
  queueId: number | null
  priority: string
  isOpen: boolean
  isSnoozed: boolean
  isContactAwaited: boolean
  wasAnswered: boolean
  wroteAt: number
  answeredAt: number
  promises: ModelPromise[]
}

export type PromiseModel = ReturnType<typeof createPromiseModel>

export function createPromiseModel({ timeZone, holidays, queues }: Shop) {
  const tickets = new Map<number, ModelTicket>()
  const isOpenAt = createCalendar(timeZone, holidays)
  const targetOf = (ticket: ModelTicket, kind: Kind) =>
    queues.get(ticket.queueId ?? 0)?.targets[ticket.priority]?.[kind]
  const passesAt = (ticket: ModelTicket, minute: number) => isOpenAt(queues.get(ticket.queueId ?? 0)?.hours, minute)
  const isRunning = (ticket: ModelTicket, { kind, end }: ModelPromise) =>
    end === undefined && ticket.isOpen && !ticket.isSnoozed && !(kind === 'resolve' && ticket.isContactAwaited)

  function at(id: number, minute: number) {
    const ticket = tickets.get(id)
    if (!ticket) throw new Error(`No ticket ${id}`)
    for (; ticket.at < minute; ticket.at++) pass(ticket)
    for (const promise of ticket.promises) {
      if (promise.end === undefined && promise.reachedAt !== null && promise.reachedAt < minute) promise.isBroken = true
    }
    return ticket
  }

  function pass(ticket: ModelTicket) {
    const isOpenNow = passesAt(ticket, ticket.at)
    for (const promise of ticket.promises) {
      if (!isOpenNow || !isRunning(ticket, promise)) continue
      promise.spent++
      const isReached = !promise.isBroken && promise.spent === targetOf(ticket, promise.kind)
      if (isReached) promise.reachedAt ??= ticket.at + 1
    }
  }

  /** Another target, or other hours: what has passed stays counted. */
  function judgeAnew(ticket: ModelTicket) {
    for (const promise of ticket.promises) {
      if (promise.end !== undefined || promise.isBroken) continue
      const target = targetOf(ticket, promise.kind)
      promise.reachedAt = null
      if (target === undefined) continue
      const isOver = isRunning(ticket, promise) ? promise.spent >= target : promise.spent > target
      if (isOver) promise.isBroken = true
    }
  }

  const openOf = (ticket: ModelTicket, ...kinds: Kind[]) =>
    ticket.promises.find(({ kind, end }) => end === undefined && kinds.includes(kind))

  function begin(ticket: ModelTicket, kind: Kind) {
    ticket.promises.push({ kind, startedAt: ticket.at, spent: 0, reachedAt: null, isBroken: false })
  }

  function finish(ticket: ModelTicket, promise: ModelPromise) {
    promise.end = promise.isBroken ? 'broken' : targetOf(ticket, promise.kind) === undefined ? 'dropped' : 'kept'
  }

  function resume(ticket: ModelTicket) {
    for (const promise of ticket.promises) {
      const isReached = !promise.isBroken && promise.spent === targetOf(ticket, promise.kind)
      if (isReached && isRunning(ticket, promise)) promise.reachedAt ??= ticket.at
    }
  }

  function owe(ticket: ModelTicket) {
    ticket.isContactAwaited = false
    if (!openOf(ticket, 'resolve')) begin(ticket, 'resolve')
    if (!openOf(ticket, ...answers)) begin(ticket, ticket.wasAnswered ? 'nextAnswer' : 'firstAnswer')
    resume(ticket)
  }

  /** With what has passed of it, or to its end, if the other owes the same. */
  function handOver(from: ModelTicket, to: ModelTicket, kinds: readonly Kind[], isOwed: boolean) {
    const promise = openOf(from, ...kinds)
    if (!promise) return
    if (!isOwed || openOf(to, ...kinds)) return void (promise.end = promise.isBroken ? 'broken' : 'dropped')
    from.promises.splice(from.promises.indexOf(promise), 1)
    const kind = promise.kind === 'resolve' ? 'resolve' : to.wasAnswered ? 'nextAnswer' : 'firstAnswer'
    to.promises.push(Object.assign(promise, { kind }))
  }

  return {
    tickets,
    at,
    created(id: number, minute: number, facts: { queueId: number | null }) {
      tickets.set(id, {
        at: minute,
        ...facts,
        priority: 'normal',
        isOpen: true,
        isSnoozed: false,
        isContactAwaited: false,
        wasAnswered: false,
        wroteAt: 0,
        answeredAt: 0,
        promises: [],
      })
    },
    wrote(id: number, minute: number) {
      const ticket = at(id, minute)
      ticket.isSnoozed = false
      ticket.wroteAt = minute
      owe(ticket)
    },
    answered(id: number, minute: number) {
      const ticket = at(id, minute)
      const answer = openOf(ticket, ...answers)
      if (answer) finish(ticket, answer)
      Object.assign(ticket, { wasAnswered: true, isContactAwaited: true, answeredAt: minute })
    },
    moved(id: number, minute: number, queueId: number) {
      const ticket = at(id, minute)
      if (ticket.queueId === queueId) return
      ticket.queueId = queueId
      judgeAnew(ticket)
    },
    /** Another target of one queue for one priority. */
    retargeted(queueId: number, minute: number, priority: string, targets: Targets) {
      for (const [id, ticket] of tickets) if (ticket.queueId === queueId) at(id, minute)
      Object.assign(queues.get(queueId)?.targets ?? {}, { [priority]: targets })
      for (const ticket of tickets.values()) {
        if (ticket.queueId === queueId && ticket.priority === priority) judgeAnew(ticket)
      }
    },
    /** The messages of the younger have moved to the older, which goes on. */
    merged([younger, older]: readonly [number, number], minute: number, queueId: number | null) {
      const [from, to] = [at(younger, minute), at(older, minute)]
      to.queueId = queueId
      to.wasAnswered ||= from.wasAnswered
      to.isSnoozed &&= from.isSnoozed
      for (const last of ['wroteAt', 'answeredAt'] as const) to[last] = Math.max(to[last], from[last])
      const isUnanswered = to.wroteAt > to.answeredAt
      handOver(from, to, answers, isUnanswered)
      handOver(from, to, ['resolve'], true)
      const nothing = { wroteAt: 0, answeredAt: 0, wasAnswered: false }
      Object.assign(from, { isOpen: false, isSnoozed: false, ...nothing })
      if (isUnanswered) owe(to)
      else {
        const answer = openOf(to, ...answers)
        if (answer) answer.end = answer.isBroken ? 'broken' : 'dropped'
        to.isContactAwaited = to.answeredAt >= (openOf(to, 'resolve')?.startedAt ?? 0)
      }
      judgeAnew(to)
      resume(to)
    },
    prioritised(id: number, minute: number, priority: string) {
      const ticket = at(id, minute)
      if (ticket.priority === priority) return
      ticket.priority = priority
      judgeAnew(ticket)
    },
    snoozed: (id: number, minute: number) => void (at(id, minute).isSnoozed = true),
    woken(id: number, minute: number) {
      const ticket = at(id, minute)
      ticket.isSnoozed = false
      resume(ticket)
    },
    closed(id: number, minute: number) {
      const ticket = at(id, minute)
      const answer = openOf(ticket, ...answers)
      if (answer) answer.end = answer.isBroken ? 'broken' : 'dropped'
      const resolve = openOf(ticket, 'resolve')
      if (resolve) finish(ticket, resolve)
      Object.assign(ticket, { isOpen: false, isSnoozed: false })
    },
    /** The end is owed anew. */
    reopened(id: number, minute: number, queueId: number | null) {
      const ticket = at(id, minute)
      Object.assign(ticket, { isOpen: true, isContactAwaited: false, queueId })
      begin(ticket, 'resolve')
    },
    /** What is open, with the moment at which it is due if nothing changes. */
    open(id: number, minute: number) {
      const ticket = at(id, minute)
      return ticket.promises
        .filter(({ kind, end }) => end === undefined && targetOf(ticket, kind) !== undefined)
        .map((promise) => ({ ...promise, left: left(ticket, promise), state: stateOf(ticket, promise) }))
    },
    dueOf(id: number, promise: ModelPromise): number | null {
      const ticket = at(id, tickets.get(id)?.at ?? 0)
      if (promise.reachedAt !== null) return promise.reachedAt
      let missing = left(ticket, promise)
      for (let minute = ticket.at; minute < ticket.at + yearMinutes; minute++) {
        if (passesAt(ticket, minute) && --missing === 0) return minute + 1
      }
      return null
    },
    /** Whether something is due in that very moment, in which kept and broken are equally right. */
    isDueAt: (id: number, minute: number) =>
      at(id, minute).promises.some(({ end, reachedAt }) => end === undefined && reachedAt === minute),
  }

  function stateOf(ticket: ModelTicket, promise: ModelPromise) {
    if (promise.isBroken || promise.reachedAt === ticket.at) return 'broken'
    return isRunning(ticket, promise) ? 'due' : 'paused'
  }

  function left(ticket: ModelTicket, { kind, spent }: ModelPromise) {
    return (targetOf(ticket, kind) ?? 0) - spent
  }
}

const yearMinutes = 366 * 1440

function createCalendar(timeZone: string, holidays: readonly string[]) {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
    weekday: 'long',
    hourCycle: 'h23',
  })
  const read = new Map<number, { day: string; weekday: string; time: string }>()

  function wall(minute: number) {
    let found = read.get(minute)
    if (found) return found
    const parts = Object.fromEntries(clock.formatToParts(minute * 60_000).map(({ type, value }) => [type, value]))
    const { year, month, day, weekday = '', hour, minute: minutes } = parts
    found = { day: `${year}-${month}-${day}`, weekday: weekday.toLowerCase(), time: `${hour}:${minutes}` }
    read.set(minute, found)
    return found
  }

  const known = new Map<ShopQueue['hours'], Map<number, boolean>>()
  const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
  const weekdayOf = (day: string) =>
    new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(day)).toLowerCase()

  return (hours: ShopQueue['hours'], minute: number) => {
    if (!hours) return true
    const ofHours = known.get(hours) ?? new Map<number, boolean>()
    known.set(hours, ofHours)
    const isOpen = ofHours.get(minute) ?? isOpenAt(hours, minute)
    ofHours.set(minute, isOpen)
    return isOpen
  }

  function isOpenAt(hours: NonNullable<ShopQueue['hours']>, minute: number) {
    const { day, weekday, time } = wall(minute)
    const shifts = (name: string) => (hours[name] ?? []).map((shift) => shift.split('-') as [string, string])
    const isOwn = shifts(weekday).some(([from, to]) => (from < to ? from <= time && time < to : from <= time))
    if (isOwn && !holidays.includes(day)) return true
    // A shift belongs to the day on which it starts.
    const yesterday = dayBefore(day)
    return !holidays.includes(yesterday) && shifts(weekdayOf(yesterday)).some(([from, to]) => to < from && time < to)
  }
}
