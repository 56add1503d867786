import { withSnapshot, type CompanyContext } from '../company/company-context'
import { whenDurable } from '../company/held-output'
import type { PendingWork } from '../company/company-files'
import type { EventType, RecordedEvent } from '../event/event-log'
import type { CompanyId, UserId } from '../ids'
import { type LiveEvent, type LiveEvents, secondWireNameOf, wireNameOf } from './live-events.contract'

/** An event by its name without the company, such as `ticket` for `company-1-ticket`, with its data. */
type EventData = { [Event in LiveEvent]: { event: Event; data: LiveEvents[Event] } }[LiveEvent]

interface Addressed {
  topics: readonly string[]
}

export type LiveMessage = EventData & Addressed & { number: number }

type PassingMessage = EventData & Addressed & { number?: number }

/** Runs after the commit, only while the company has open sockets. */
export interface LivePresenter {
  on(type: EventType): boolean
  present(ctx: CompanyContext, events: readonly RecordedEvent[]): LiveMessage[]
}

type LiveHandlers = {
  [Type in EventType]?: (ctx: CompanyContext, event: RecordedEvent<Type>) => readonly LiveMessage[]
}

export function presentEach(handlers: LiveHandlers): LivePresenter {
  const byType = handlers as Record<string, (ctx: CompanyContext, event: RecordedEvent) => readonly LiveMessage[]>
  return {
    on: (type) => type in handlers,
    present: (ctx, events) => events.flatMap((event) => byType[event.type]?.(ctx, event) ?? []),
  }
}

export type BeforePublish = (ctx: CompanyContext, events: readonly RecordedEvent[]) => void

export interface LiveHub {
  watching(companyId: CompanyId): number
  sockets(): number
  isOnline?(companyId: CompanyId, userId: UserId): boolean
  startedAtMs?: number
  /** False if the browser has suspended all of the user's windows. */
  hasWindow?(companyId: CompanyId, userId: UserId): boolean
  publish(topics: readonly string[], text: string): void
  /** Browsers connect again. */
  closeCompany?(companyId: CompanyId, code: number, reason: string): void
}

declare module '../company/company-files' {
  interface CompanyServices {
    live: LiveHub
    presenters: readonly LivePresenter[]
    beforePublish: readonly BeforePublish[]
  }
}

export function companyTopic(companyId: CompanyId, topic: string) {
  return `${companyId}/${topic}`
}

export function liveText(companyId: CompanyId, { event, number, data }: EventData & { number?: number }) {
  return JSON.stringify({ event: wireNameOf(companyId, event), number, data })
}

export function liveTexts(companyId: CompanyId, message: EventData & { number?: number }): string[] {
  const { event, number, data } = message
  const second = secondWireNameOf(companyId, event)
  const text = liveText(companyId, message)
  return second === undefined ? [text] : [text, JSON.stringify({ event: second, number, data })]
}

/** Publishes what a transaction recorded, on one snapshot of the file; costs nothing while nobody listens. */
export function publishCommitted(ctx: CompanyContext, { events }: PendingWork) {
  if (hasListeners(ctx, events)) withSnapshot(ctx, () => publishEvents(ctx, events, () => presentEvents(ctx, events)))
}

/** Returns what publishes it later, as it is now: a later state may not be safe by then. */
export function presentCommitted(ctx: CompanyContext, { events }: PendingWork): (() => void) | undefined {
  if (!hasListeners(ctx, events)) return undefined
  const messages = withSnapshot(ctx, () => presentEvents(ctx, events))
  return () => publishEvents(ctx, events, () => messages)
}

const hasListeners = ({ company }: CompanyContext, events: readonly RecordedEvent[]) =>
  events.length > 0 && company.services.live.watching(company.id) > 0

function publishEvents(ctx: CompanyContext, events: readonly RecordedEvent[], present: () => readonly LiveMessage[]) {
  for (const prepare of ctx.company.services.beforePublish) prepare(ctx, events)
  for (const message of present()) send(ctx, message)
}

/** Sorted: a client resumes from the last number it saw. */
export function presentEvents(ctx: CompanyContext, events: readonly RecordedEvent[]): LiveMessage[] {
  const { presenters } = ctx.company.services
  const own = new Map<LivePresenter, RecordedEvent[]>()
  for (const event of events) {
    for (const presenter of presentersOf(event.type, presenters)) {
      const events = own.get(presenter)
      if (events) events.push(event)
      else own.set(presenter, [event])
    }
  }
  const messages = [...own].flatMap(([presenter, events]) => presenter.present(ctx, events))
  return messages.sort((a, b) => a.number - b.number)
}

const presentersByType = new WeakMap<readonly LivePresenter[], Map<EventType, LivePresenter[]>>()

function presentersOf(type: EventType, presenters: readonly LivePresenter[]): readonly LivePresenter[] {
  let byType = presentersByType.get(presenters)
  if (!byType) presentersByType.set(presenters, (byType = new Map()))
  let found = byType.get(type)
  if (!found) byType.set(type, (found = presenters.filter((presenter) => presenter.on(type))))
  return found
}

/** Transient, such as typing: no transaction, no number. */
export function publishNow(ctx: CompanyContext, message: PassingMessage) {
  if (ctx.company.gate) whenDurable(ctx.company, () => send(ctx, message))
  else send(ctx, message)
}

function send({ company: { id, services } }: CompanyContext, message: PassingMessage) {
  const topics = message.topics.map((topic) => companyTopic(id, topic))
  for (const text of liveTexts(id, message)) services.live.publish(topics, text)
}

export const noLive: LiveHub = { watching: () => 0, sockets: () => 0, publish: () => {} }
