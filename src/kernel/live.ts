import type { CompanyContext } from './company-context'
import type { RecordedEvent } from './event-log'
import type { CompanyId, UserId } from './ids'

/** One message to the browsers that are subscribed to any of its topics. */
export interface LiveMessage {
  /** Named within the company, such as `user:3` or `queue:2`; the company's number is put before them here. */
  topics: readonly string[]
  /** The wire name of the specification without its company, such as `ticket` for `company-1-ticket`; or whole. */
  event: string
  /** The specification writes some without the dash: `company1-schedule`. */
  isUndashed?: boolean
  number: number
  data: unknown
}

/** One that may have no number: a client takes what has the same number and name for a repetition. */
export type PassingMessage = Omit<LiveMessage, 'number'> & { number?: number }

/** Turns what was committed into what browsers are told. Runs after the commit, and only when somebody is watching. */
export type LivePresenter = (ctx: CompanyContext, events: readonly RecordedEvent[]) => LiveMessage[]

/** Runs after each commit before anything of it is published, such as what cuts subscriptions; never for a replay. */
export type BeforePublish = (ctx: CompanyContext, events: readonly RecordedEvent[]) => void

/** The sockets of this process. Implemented over Bun's own publish and subscribe by the live socket. */
export interface LiveHub {
  /** Open sockets of the company. */
  watching(companyId: CompanyId): number
  /** Whether the person has an open socket; absent where there are none. */
  isOnline?(companyId: CompanyId, userId: UserId): boolean
  /** Sends the text to each socket that is subscribed to one of the topics. */
  publish(topics: readonly string[], text: string): void
}

/** A topic's name on the wire between processor and sockets: never the same for two companies. */
export function companyTopic(companyId: CompanyId, topic: string) {
  return `${companyId}/${topic}`
}

/** The text of one live message, as every client of the company reads it. */
export function liveText(companyId: CompanyId, message: Omit<PassingMessage, 'topics'>) {
  const { event, isUndashed, number, data } = message
  return JSON.stringify({ event: `company${isUndashed ? '' : '-'}${companyId}-${event}`, number, data })
}

export function publishEvents(ctx: CompanyContext, events: readonly RecordedEvent[]) {
  const { live, beforePublish } = ctx.company.services
  if (events.length === 0 || live.watching(ctx.company.id) === 0) return
  for (const prepare of beforePublish) prepare(ctx, events)
  for (const message of presentEvents(ctx, events)) publishNow(ctx, message)
}

/** In the order of their numbers: a client resumes from the number it saw last, and must have seen all before it. */
export function presentEvents(ctx: CompanyContext, events: readonly RecordedEvent[]): LiveMessage[] {
  const messages = ctx.company.services.presenters.flatMap((present) => present(ctx, events))
  return messages.sort((a, b) => a.number - b.number)
}

/** For what is seen but never stored, such as typing: no transaction, no number that a client could resume from. */
export function publishNow(ctx: CompanyContext, message: PassingMessage) {
  const { id, services } = ctx.company
  const topics = message.topics.map((topic) => companyTopic(id, topic))
  services.live.publish(topics, liveText(id, message))
}

/** A hub without sockets, for scripts. */
export const noLive: LiveHub = { watching: () => 0, publish: () => {} }
