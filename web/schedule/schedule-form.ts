import * as v from 'valibot'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { dayRules, intervals, ticketStatusChoices } from '../../src/schedule/schedule.contract'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'
import type { Format } from '../i18n/format'
import type { ChosenFile } from '../ui/field/file-input'
import type { FormModel } from '../ui/form/form'

const Id = v.nullable(v.number())
const Whole = v.pipe(
  v.number('required'),
  v.integer('integer'),
  v.minValue(1, 'tooSmall'),
  v.maxValue(1000, 'tooLarge'),
)
const required = v.pipe(v.string(), v.minLength(1, 'required'))

export const ScheduleForm = v.object({
  contactId: v.number('required'),
  whatsappId: Id,
  body: v.pipe(v.string(), v.maxLength(65_536, 'tooLong')),
  attachment: v.nullable(v.custom<ChosenFile>(() => true)),
  sendAt: v.object({ date: v.pipe(required, v.isoDate('date')), time: required }),
  repeats: v.boolean(),
  intervalo: v.number(),
  valorIntervalo: Whole,
  enviarQuantasVezes: Whole,
  tipoDias: v.number(),
  openTicket: v.boolean(),
  statusTicket: v.picklist(ticketStatusChoices),
  queueId: Id,
  ticketUserId: Id,
  assinar: v.boolean(),
})
type ScheduleValues = v.InferInput<typeof ScheduleForm>
export type ScheduleFormModel = FormModel<ScheduleValues>

const hourMs = 3_600_000
const fewTimes = 2

const workBegins = '09:00'

/** Starts at the next full hour, or in the morning of a later day. */
export function newSchedule(format: Format, contactId: number | undefined, day?: string): ScheduleValues {
  const soon = new Date(Date.now() + hourMs)
  const nextHour = { ...wallClock(format, soon), time: format.time(soon).replace(/\d\d$/, '00') }
  return {
    // The form's types describe its values when it can be saved.
    contactId: contactId as number,
    whatsappId: null,
    body: '',
    attachment: null,
    sendAt: day !== undefined && day > nextHour.date ? { date: day, time: workBegins } : nextHour,
    repeats: false,
    intervalo: intervals.day,
    valorIntervalo: 1,
    enviarQuantasVezes: fewTimes,
    tipoDias: dayRules.asItFalls,
    openTicket: false,
    statusTicket: 'closed',
    queueId: null,
    ticketUserId: null,
    assinar: false,
  }
}

export function valuesOf(format: Format, schedule: ScheduleView): ScheduleValues {
  const { contactId, whatsappId, body, mediaPath, mediaName, valorIntervalo, enviarQuantasVezes } = schedule
  const { intervalo, tipoDias, statusTicket, queueId, ticketUserId, assinar } = schedule
  const repeats = valorIntervalo > 0 && enviarQuantasVezes > 1
  return {
    contactId,
    whatsappId,
    body,
    intervalo,
    tipoDias,
    statusTicket,
    queueId,
    ticketUserId,
    assinar,
    repeats,
    attachment: mediaPath === null ? null : { name: mediaName ?? '', path: mediaPath, file: null },
    sendAt: wallClock(format, schedule.sendAt),
    valorIntervalo: Math.max(1, valorIntervalo),
    enviarQuantasVezes: repeats ? enviarQuantasVezes : fewTimes,
    openTicket: schedule.openTicket === 'enabled',
  }
}

/** Day and time in the company's time zone. */
export function wallClock(format: Format, moment: Date | string | number) {
  return { date: format.date(moment).split('/').reverse().join('-'), time: format.time(moment) }
}

interface SaveScheduleOptions {
  api: ApiClient
  format: Format
  schedule: ScheduleView | undefined
  /** Files uploaded in an earlier attempt that was refused for another reason. */
  uploads: Map<File, string>
}

/**
 * Uploads the file first, so that the message is never sent without it.
 * @throws ApiError with the fields of the form
 */
export async function saveSchedule(values: ScheduleValues, options: SaveScheduleOptions): Promise<ScheduleView> {
  const { api, schedule } = options
  try {
    const body = { ...bodyOf(values, options), mediaPath: await pathOf(values.attachment, options) }
    return schedule
      ? await api.put('/schedules/:id', { params: { id: schedule.id }, body })
      : await api.post('/schedules', { body })
  } catch (cause) {
    throw cause instanceof ApiError ? withFormFields(cause) : cause
  }
}

async function pathOf(attachment: ChosenFile | null, { api, uploads }: SaveScheduleOptions) {
  if (!attachment?.file) return attachment?.path ?? null
  const known = uploads.get(attachment.file)
  if (known) return known
  const form = new FormData()
  form.set('file', attachment.file)
  const { mediaPath } = await api.upload('/schedules/media-upload', { form })
  if (mediaPath !== null) uploads.set(attachment.file, mediaPath)
  return mediaPath
}

function bodyOf(values: ScheduleValues, { format, schedule }: SaveScheduleOptions) {
  const { repeats, openTicket, sendAt, attachment, valorIntervalo, enviarQuantasVezes, ...same } = values
  const before = schedule && wallClock(format, schedule.sendAt)
  const isSame = before?.date === sendAt.date && before.time === sendAt.time
  return {
    ...same,
    sendAt: schedule && isSame ? schedule.sendAt : `${sendAt.date}T${sendAt.time}`,
    valorIntervalo: repeats ? valorIntervalo : 0,
    enviarQuantasVezes: repeats ? enviarQuantasVezes : 1,
    openTicket: openTicket ? ('enabled' as const) : ('disabled' as const),
  }
}

function withFormFields({ status, code, message, fields, body }: ApiError) {
  const { file, mediaPath, ...rest } = fields
  const attachment = file ?? mediaPath
  return new ApiError(status, code, message, attachment ? { ...rest, attachment } : rest, body)
}
