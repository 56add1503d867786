import type { Opened } from '../../kernel/database/statement'
import { isEvent, type RecordedEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { dayMs, minuteMs } from '../../kernel/time/durations.contract'
import { localDay } from '../../kernel/time/time-zone'
import type { DaySchedule } from '../../queue/hours/opening-hours.contract'
import { isOpenAt } from '../../queue/hours/opening-hours'
import { isResolved } from '../../ticket/ticket.policy'
import { compileConditions, compilePhrases, type Facts } from '../judge/compile-rule'
import { clockAt } from '../judge/present-facts'
import { findMessageText } from '../judge/rule-facts.view'
import type { PreviewRuleBody } from '../rule.contract'
import type { RulePreview } from '../rule.record'
import { changesIn, fires } from '../trigger/changes'
import { hoursOf } from '../trigger/hour'
import { listUnresolvedTickets } from '../trigger/unresolved-tickets.view'
import { createTicketHistory } from './ticket-history'
import { eventsSince } from './week-events.view'

export const previewDays = 7
const examplesMax = 50

export interface ReplayOrder {
  rule: PreviewRuleBody
  now: Date
  zone: string
  /** Opening hours by connection and queue, where one asks for them. */
  schedules: readonly { connectionId: number; queueId: number; days: readonly DaySchedule[] }[]
}

interface Match {
  ticketId: TicketId
  at: Date
}

/** On what the rule would have run. Synchronous: for a worker. */
export function replayWeek(opened: Opened, order: ReplayOrder): RulePreview {
  const { rule, now, zone } = order
  const since = addMs(now, -previewDays * dayMs)
  const days = listDays(since, now, zone)
  if (rule.trigger.kind === 'webhook') return { count: null, days: [], examples: [] }
  const events = [...eventsSince(opened, since)]
  const matches = new Replay(opened, order, events, since).run()
  for (const { at } of matches) {
    const day = days.get(localDay(at, zone))
    if (day) day.count++
  }
  const found = matches.sort((a, b) => b.at.getTime() - a.at.getTime() || b.ticketId - a.ticketId)
  return { count: matches.length, days: [...days.values()], examples: exampleRows(opened, found) }
}

function listDays(since: Date, now: Date, zone: string) {
  const days = new Map<string, { day: string; count: number }>()
  for (let at = since; at <= now; at = addMs(at, dayMs / 2)) {
    const day = localDay(at, zone)
    days.set(day, { day, count: 0 })
  }
  const last = localDay(now, zone)
  return days.set(last, { day: last, count: 0 })
}

function exampleRows(opened: Opened, matches: readonly Match[]) {
  const history = createTicketHistory(opened, [])
  return matches.slice(0, examplesMax).flatMap(({ ticketId, at }) => {
    const ticket = history.factsNow(ticketId)
    if (!ticket) return []
    const { uuid, name: contact, status } = ticket
    return [{ ticketId, uuid, contact, at: at.toISOString(), isResolved: isResolved({ status }) }]
  })
}

class Replay {
  private readonly matches: Match[] = []
  private readonly history
  private readonly isMet
  private readonly hasPhrase
  /** Changes of one transaction, judged at its end. */
  private changed: (Match & { number: number })[] = []
  private readonly waits = new Map<TicketId, { since: Date; messageId: number; isOver: boolean }>()
  private readonly unresolved = new Set<TicketId>()
  private readonly schedules

  constructor(
    private readonly opened: Opened,
    private readonly order: ReplayOrder,
    private readonly events: readonly RecordedEvent[],
    private readonly since: Date,
  ) {
    const { rule, schedules } = order
    this.history = createTicketHistory(opened, events)
    this.isMet = compileConditions(rule)
    this.hasPhrase = compilePhrases(rule.trigger.words)
    this.schedules = new Map(schedules.map(({ connectionId, queueId, days }) => [`${connectionId} ${queueId}`, days]))
  }

  run(): Match[] {
    const { trigger } = this.order.rule
    const { now, zone } = this.order
    const hours = trigger.kind === 'hour' ? hoursOf(trigger, zone, { after: this.since, days: previewDays + 2 }) : []
    const due = hours.filter((at) => at <= now)
    if (due.length > 0) this.findUnresolved()
    let last: RecordedEvent | undefined
    for (const event of this.events) {
      if (last && event.at.getTime() !== last.at.getTime()) this.settle()
      for (let at = due[0]; at && at <= event.at; at = due[0]) {
        this.sweep(at, event.number)
        due.shift()
      }
      this.step(event)
      last = event
    }
    this.settle()
    const end = (last?.number ?? 0) + 1
    for (const at of due) this.sweep(at, end)
    for (const ticketId of this.waits.keys()) this.expire(ticketId, now, end)
    return this.matches
  }

  private step(event: RecordedEvent) {
    const { trigger } = this.order.rule
    const { ticketId, at, number } = event
    if (trigger.kind === 'silence' && ticketId !== undefined) this.expire(ticketId, at, number)
    this.history.follow(event)
    if (ticketId !== undefined && trigger.kind === 'hour') this.noteResolution(ticketId)
    if (trigger.kind === 'words') this.followWords(event)
    else if (trigger.kind === 'silence') this.followSilence(event)
    else if (changesIn(event).some((change) => fires(trigger, change))) {
      for (const id of this.ticketsOf(event)) this.changed.push({ ticketId: id, at, number })
    }
  }

  /** A change of a contact's tags concerns its unresolved tickets. */
  private ticketsOf({ ticketId, contactId }: RecordedEvent): TicketId[] {
    if (ticketId !== undefined) return [ticketId]
    return (
      this.ticketsOfContact()
        .get(contactId ?? 0)
        ?.filter((id) => this.history.factsOf(id)?.status !== 'closed') ?? []
    )
  }

  private byContact: Map<number, TicketId[]> | undefined
  private ticketsOfContact() {
    if (this.byContact) return this.byContact
    this.byContact = new Map()
    const seen = new Set([...allUnresolved(this.opened), ...this.events.flatMap(({ ticketId }) => ticketId ?? [])])
    for (const id of seen) {
      const contactId = this.history.factsNow(id)?.contactId
      if (contactId === undefined) continue
      this.byContact.set(contactId, [...(this.byContact.get(contactId) ?? []), id])
    }
    return this.byContact
  }

  private settle() {
    for (const { ticketId, at, number } of this.changed) this.judge(ticketId, at, number)
    this.changed = []
  }

  private judge(ticketId: TicketId, at: Date, number: number, messageId?: number) {
    const facts = this.factsAt(ticketId, at, number, messageId)
    if (facts && this.isMet(facts)) this.matches.push({ ticketId, at })
  }

  private factsAt(ticketId: TicketId, at: Date, number: number, messageId?: number): Facts | undefined {
    const ticket = this.history.factsOf(ticketId)
    if (!ticket) return undefined
    const clock = () => clockAt(at, this.order.zone)
    let text: string | undefined
    return {
      ticket,
      clock,
      tags: () => this.history.tagsOf(ticket, number),
      text: () => (text ??= messageId === undefined ? ticket.lastMessage : findMessageText(this.opened, messageId)),
      isOpen: () => isOpenAt(this.schedules.get(`${ticket.connectionId ?? 0} ${ticket.queueId ?? 0}`) ?? [], clock()),
    }
  }

  private followWords({ type, ticketId, messageId, at, number }: RecordedEvent) {
    if (type !== 'message.received' || ticketId === undefined || messageId === undefined) return
    const facts = this.factsAt(ticketId, at, number, messageId)
    if (facts && this.isMet(facts) && this.hasPhrase(facts.text())) this.matches.push({ ticketId, at })
  }

  private followSilence(event: RecordedEvent) {
    const { ticketId, messageId, at } = event
    if (ticketId === undefined) return
    if (event.type === 'ticket.closed' || event.type === 'ticket.ratingAwaited') this.waits.delete(ticketId)
    const by = writerOf(event)
    if (by === undefined || messageId === undefined) return
    const { silent } = this.order.rule.trigger
    if (silent === by) return void this.waits.delete(ticketId)
    if (silent === 'us' && this.waits.has(ticketId)) return
    this.waits.set(ticketId, { since: at, messageId, isOver: false })
  }

  private expire(ticketId: TicketId, until: Date, number: number) {
    const wait = this.waits.get(ticketId)
    if (!wait || wait.isOver) return
    const dueAt = addMs(wait.since, this.order.rule.trigger.minutes * minuteMs)
    if (dueAt > until) return
    wait.isOver = true
    const status = this.history.factsOf(ticketId)?.status
    if (status && !isResolved({ status })) this.judge(ticketId, dueAt, number, wait.messageId)
  }

  private findUnresolved() {
    for (const id of allUnresolved(this.opened)) if (!this.history.isBorn(id)) this.noteResolution(id)
    for (const { ticketId } of this.events) {
      if (ticketId !== undefined && !this.history.isBorn(ticketId)) this.noteResolution(ticketId)
    }
  }

  private noteResolution(ticketId: TicketId) {
    const status = this.history.factsOf(ticketId)?.status
    if (status && !isResolved({ status })) this.unresolved.add(ticketId)
    else this.unresolved.delete(ticketId)
  }

  private sweep(at: Date, number: number) {
    for (const ticketId of this.unresolved) this.judge(ticketId, at, number)
  }
}

const writerOf = (event: RecordedEvent): 'us' | 'contact' | undefined => {
  if (event.type === 'message.received') return 'contact'
  const isOurs = isEvent(event, 'message.sent') && event.data.by !== 'automation' && !event.data.isPrivate
  return isOurs ? 'us' : undefined
}

function* allUnresolved(opened: Opened) {
  for (let after = 0, ids; (ids = listUnresolvedTickets(opened, after, 1000)).length > 0; after = ids.at(-1) ?? 0)
    yield* ids
}
