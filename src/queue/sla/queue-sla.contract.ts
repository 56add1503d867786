import * as v from 'valibot'
import { wholeNumber } from '../../kernel/http/body-values'

/** The time to the first answer of a person, to each later one, and to the end of the ticket. */
export const slaKinds = ['firstAnswer', 'nextAnswer', 'resolve'] as const
export type SlaKind = (typeof slaKinds)[number]

export const slaHours = ['always', 'company', 'queue', 'connection'] as const

const yearMinutes = 365 * 24 * 60
const Minutes = v.nullable(wholeNumber(1, yearMinutes))

/** In minutes; null: no target. `warnBefore`: null: after four fifths of the time. */
const SlaTargets = v.object({ firstAnswer: Minutes, nextAnswer: Minutes, resolve: Minutes, warnBefore: Minutes })
export type SlaTargets = v.InferOutput<typeof SlaTargets>

/** Targets by the ticket's priority. `hours`: whose opening hours count; without opening hours all time counts. */
export const QueueSla = v.object({
  hours: v.picklist(slaHours, 'invalid'),
  low: SlaTargets,
  normal: SlaTargets,
  high: SlaTargets,
  urgent: SlaTargets,
})
export type QueueSla = v.InferOutput<typeof QueueSla>

const none: SlaTargets = { firstAnswer: null, nextAnswer: null, resolve: null, warnBefore: null }
export const noSla: QueueSla = { hours: 'always', low: none, normal: none, high: none, urgent: none }

export const hasTargets = ({ low, normal, high, urgent }: QueueSla) =>
  [low, normal, high, urgent].some((targets) => slaKinds.some((kind) => targets[kind] !== null))
