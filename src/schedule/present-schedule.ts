import { hidesNumbers, maskContact, maskText, mustMask } from '../contact/number/mask-number'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { mediaUrl } from '../kernel/file/media-store'
import { readStored } from '../kernel/database/stored-json'
import type { TemplateChoice } from '../template/template.contract'
import { maskTemplate } from './schedule-template'
import { type JoinedSchedule, joinSchedules } from './joined-schedule.view'
import type { ScheduleView } from './schedule.calls'

/** Returns the schedules in the given order, with numbers masked for users who may not see them. */
export function presentSchedules(ctx: CompanyContext, ids: readonly number[]): ScheduleView[] {
  const masked = mustMask(ctx)
  return joinSchedules(ctx, ids)
    .map(toView)
    .map((view) => (masked ? maskSchedule(ctx, view) : view))
}

export function presentSchedule(ctx: CompanyContext, id: number): ScheduleView {
  return presentSchedules(ctx, [id])[0] ?? refuse('ERR_NO_SCHEDULE_FOUND')
}

/** Returns the schedule for live messages: complete, and as plain users may see it where numbers are hidden. */
export function presentForAudiences(ctx: CompanyContext, id: number) {
  const [schedule] = presentSchedules(ctx, [id])
  if (!schedule) return []
  if (!hidesNumbers(ctx)) return [{ topics: ['admin', 'plain'], schedule }]
  return [
    { topics: ['admin'], schedule },
    { topics: ['plain'], schedule: maskSchedule(ctx, schedule) },
  ]
}

function maskSchedule(ctx: CompanyContext, view: ScheduleView): ScheduleView {
  const { body, mediaName } = view
  return {
    ...view,
    contact: maskContact(ctx, view.contact),
    body: maskText(ctx, body),
    template: maskTemplate(ctx, view.template),
    mediaName: mediaName === null ? null : maskText(ctx, mediaName),
  }
}

function toView(row: JoinedSchedule): ScheduleView {
  const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
  const { contactName, contactNumber, contactIsGroup, pictureKey, mediaKey, mediaName, queueName, queueColor } = row
  const { whatsappName, userName, ticketUserName, ...plain } = row
  const { id, body, status, error, sentTimes, contactId, whatsappId, userId, statusTicket, queueId } = plain
  const { ticketUserId, intervalo, valorIntervalo, enviarQuantasVezes, tipoDias } = plain
  return {
    id,
    body,
    status,
    error,
    sentTimes,
    contactId,
    whatsappId,
    userId,
    statusTicket,
    queueId,
    ticketUserId,
    intervalo,
    valorIntervalo,
    enviarQuantasVezes,
    tipoDias,
    sendAt: new Date(row.sendAt).toISOString(),
    sentAt: row.sentAt === null ? null : new Date(row.sentAt).toISOString(),
    contact: {
      id: contactId,
      name: contactName,
      number: contactNumber,
      isGroup: contactIsGroup === 1,
      urlPicture: pictureKey === null ? '' : mediaUrl(pictureKey),
    },
    whatsapp: named(whatsappId, whatsappName),
    template: row.template === null ? null : readStored<TemplateChoice>(row.template),
    user: named(userId, userName),
    queue: queueId === null ? null : { id: queueId, name: queueName ?? '', color: queueColor ?? '' },
    ticketUser: named(ticketUserId, ticketUserName),
    openTicket: row.openTicket === 1 ? 'enabled' : 'disabled',
    assinar: row.assinar === 1,
    mediaPath: mediaKey === null ? null : mediaUrl(mediaKey),
    mediaName,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
