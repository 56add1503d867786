import * as v from 'valibot'
import {
  EnabledFlag,
  flagOr,
  Id,
  IdOrNone,
  orInitial,
  textOrNone,
  wholeNumber,
  wholeNumberOrZero,
  choiceOr,
} from '../kernel/http/body-values'
import { TemplateChoice } from '../template/template.contract'
import { CompanyIdText, IdText, PageNumber, SearchParam } from '../kernel/http/request-parts'

/** AGENDADA: stored as a message. ENVIADA: accepted. A recurring one is PENDENTE until its last time. */
export const scheduleStatuses = ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

export const ticketStatusChoices = ['pending', 'open', 'closed'] as const

export const intervals = { day: 1, week: 2, month: 3, minute: 4 } as const
/** `tipoDias`, for days off. */
export const dayRules = { asItFalls: 4, previousBusinessDay: 5, nextBusinessDay: 6 } as const

const oneOf = (values: readonly number[]) =>
  v.pipe(
    wholeNumber(0, 9),
    v.check((given) => values.includes(given), 'invalid'),
  )

/** A time with offset, or in the company's time zone: `2026-11-21T14:30`. */
const Moment = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.regex(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/, 'date'),
  v.transform((text) => text.replace(' ', 'T')),
)

const OptionalId = v.optional(IdOrNone)

const repeatsMax = 1000
export const Repeats = wholeNumber(1, repeatsMax)

/** POST /schedules. With a file, the message may be empty. */
export const ScheduleBody = v.object({
  body: v.optional(textOrNone(65_536), ''),
  sendAt: Moment,
  contactId: Id,
  whatsappId: OptionalId,
  /** Sent instead of the text when the contact's reply window is closed, or without a text. Needs `whatsappId`. */
  template: v.optional(v.nullable(TemplateChoice)),
  openTicket: orInitial(EnabledFlag, 'disabled'),
  statusTicket: choiceOr(ticketStatusChoices, 'closed'),
  queueId: OptionalId,
  ticketUserId: OptionalId,
  intervalo: orInitial(oneOf(Object.values(intervals)), intervals.day),
  /** Similar systems send an empty one without repetition. */
  valorIntervalo: v.optional(wholeNumberOrZero(repeatsMax), 0),
  enviarQuantasVezes: v.optional(Repeats, 1),
  tipoDias: orInitial(oneOf(Object.values(dayRules)), dayRules.asItFalls),
  assinar: flagOr(false),
  /** As returned by POST /schedules/media-upload; null for none. */
  mediaPath: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
  companyId: v.optional(IdOrNone),
})
export type ScheduleBody = v.InferOutput<typeof ScheduleBody>

export const UpdateScheduleBody = v.partial(ScheduleBody)
export type UpdateScheduleBody = v.InferOutput<typeof UpdateScheduleBody>

/** `cursor`: the previous `nextCursor`. */
export const ListSchedulesQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}\.\d{1,16}$/, 'cursor'))),
  contactId: v.optional(IdText),
  companyId: CompanyIdText,
})
export type ListSchedulesQuery = v.InferOutput<typeof ListSchedulesQuery>

export const ScheduleMediaBody = v.object({ file: v.file(), scheduleId: v.optional(v.union([IdText, Id])) })

const laterThanAll = 9_000_000_000_000

export function scheduleSortKey({ status, sendAt }: { status: ScheduleStatus; sendAt: string }) {
  const at = Date.parse(sendAt)
  return status === 'PENDENTE' || status === 'AGENDADA' ? at : laterThanAll - at
}
