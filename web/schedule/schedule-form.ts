import { hourMs } from '../../src/kernel/time/durations.contract'
import { TimeOfDay } from '../../src/kernel/time/time-of-day.contract'
import * as v from 'valibot'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { dayRules, intervals, Repeats, ticketStatusChoices } from '../../src/schedule/schedule.contract'
import type { ApiClient } from '../api/api-client'
import type { Format } from '../i18n/format'
import { storedPath, type Uploads, withAttachmentError } from '../records/attachment-upload'
import type { ChosenFile } from '../ui/field/file-input'
import type { FormModel } from '../ui/form/form'
import type { Choice } from '../template/template-display'

const Id = v.nullable(v.number())
const required = v.pipe(v.string(), v.minLength(1, 'required'))

export const ScheduleForm = v.object({
  contactId: v.number('required'),
  whatsappId: Id,
  template: v.nullable(v.custom<Choice>(() => true)),
  body: v.pipe(v.string(), v.maxLength(65_536, 'tooLong')),
  attachment: v.nullable(v.custom<ChosenFile>(() => true)),
  sendAt: v.object({ date: v.pipe(required, v.isoDate('date')), time: v.pipe(required, TimeOfDay) }),
  repeats: v.boolean(),
  intervalo: v.number(),
  valorIntervalo: Repeats,
  enviarQuantasVezes: Repeats,
  tipoDias: v.number(),
  openTicket: v.boolean(),
  statusTicket: v.picklist(ticketStatusChoices),
  queueId: Id,
  ticketUserId: Id,
  assinar: v.boolean(),
})
type ScheduleValues = v.InferInput<typeof ScheduleForm>
export type ScheduleFormModel = FormModel<ScheduleValues>

const fewTimes = 2

const workBegins = '09:00'

export function newSchedule(format: Format, contactId: number | undefined, day?: string): ScheduleValues {
  const soon = new Date(Date.now() + hourMs)
  const nextHour = { ...format.wallClock(soon), time: format.time(soon).replace(/\d\d$/, '00') }
  return {
    // The form's types describe its values when it can be saved.
    contactId: contactId as number,
    whatsappId: null,
    template: null,
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
  const { contactId, whatsappId, template, body, mediaPath, mediaName, valorIntervalo, enviarQuantasVezes } = schedule
  const { intervalo, tipoDias, statusTicket, queueId, ticketUserId, assinar } = schedule
  const repeats = valorIntervalo > 0 && enviarQuantasVezes > 1
  return {
    contactId,
    whatsappId,
    template,
    body,
    intervalo,
    tipoDias,
    statusTicket,
    queueId,
    ticketUserId,
    assinar,
    repeats,
    attachment: mediaPath === null ? null : { name: mediaName ?? '', path: mediaPath, file: null },
    sendAt: format.wallClock(schedule.sendAt),
    valorIntervalo: Math.max(1, valorIntervalo),
    enviarQuantasVezes: repeats ? enviarQuantasVezes : fewTimes,
    openTicket: schedule.openTicket === 'enabled',
  }
}

interface SaveScheduleOptions {
  api: ApiClient
  format: Format
  schedule: ScheduleView | undefined
  uploads: Uploads
}

/** The file first, so that the message is never sent without it. @throws ApiError with the fields of the form */
export async function saveSchedule(values: ScheduleValues, options: SaveScheduleOptions): Promise<ScheduleView> {
  const { api, schedule, uploads } = options
  const upload = (form: FormData) => api.upload('/schedules/media-upload', { form })
  try {
    const body = { ...bodyOf(values, options), mediaPath: await storedPath(values.attachment, uploads, upload) }
    return schedule
      ? await api.put('/schedules/:id', { params: { id: schedule.id }, body })
      : await api.post('/schedules', { body })
  } catch (cause) {
    throw withAttachmentError(cause)
  }
}

function bodyOf(values: ScheduleValues, { format, schedule }: SaveScheduleOptions) {
  const { repeats, openTicket, sendAt, attachment, valorIntervalo, enviarQuantasVezes, ...same } = values
  const before = schedule && format.wallClock(schedule.sendAt)
  const isSame = before?.date === sendAt.date && before.time === sendAt.time
  return {
    ...same,
    sendAt: schedule && isSame ? schedule.sendAt : `${sendAt.date}T${sendAt.time}`,
    valorIntervalo: repeats ? valorIntervalo : 0,
    enviarQuantasVezes: repeats ? enviarQuantasVezes : 1,
    openTicket: openTicket ? ('enabled' as const) : ('disabled' as const),
  }
}
