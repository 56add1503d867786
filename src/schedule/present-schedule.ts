import { maskContact, maskText } from '../contact/number/mask-number'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { mediaUrl } from '../kernel/file/media-store'
import { pick } from '../kernel/typed-object.contract'
import { maskTemplate } from './schedule-template'
import { type JoinedSchedule, joinSchedules } from './joined-schedule.view'
import type { ScheduleView } from './schedule.calls'
import { hidesNumbers, mustMask } from '../setting/setting.queries'

export function presentSchedules(ctx: CompanyContext, ids: readonly number[]): ScheduleView[] {
  const masked = mustMask(ctx)
  return joinSchedules(ctx, ids)
    .map(toView)
    .map((view) => (masked ? maskSchedule(ctx, view) : view))
}

export function presentSchedule(ctx: CompanyContext, id: number): ScheduleView {
  return presentSchedules(ctx, [id])[0] ?? refuse('ERR_NO_SCHEDULE_FOUND')
}

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

const shown = ['id', 'body', 'status', 'error', 'sentTimes', 'template', 'contactId', 'userId', 'queueId'] as const
const recurrence = ['intervalo', 'valorIntervalo', 'enviarQuantasVezes', 'tipoDias'] as const

function toView(row: JoinedSchedule): ScheduleView {
  const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
  const { contactId, connectionId, queueId, pictureKey, mediaKey, mediaName } = row
  return {
    ...pick(row, ...shown, ...recurrence, 'statusTicket', 'ticketUserId', 'assinar'),
    sendAt: row.sendAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    contact: {
      id: contactId,
      name: row.contactName,
      number: row.contactNumber,
      isGroup: row.contactIsGroup,
      urlPicture: pictureKey === null ? '' : mediaUrl(pictureKey),
    },
    whatsappId: connectionId,
    whatsapp: named(connectionId, row.connectionName),
    user: named(row.userId, row.userName),
    queue: queueId === null ? null : { id: queueId, name: row.queueName ?? '', color: row.queueColor ?? '' },
    ticketUser: named(row.ticketUserId, row.ticketUserName),
    openTicket: row.openTicket ? 'enabled' : 'disabled',
    mediaPath: mediaKey === null ? null : mediaUrl(mediaKey),
    mediaName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
