import { hidesNumbers, maskContact, maskText, mustMask } from '../contact/mask-number'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { refuse } from '../kernel/errors'
import { mediaUrl } from '../kernel/media-store'
import type { ScheduleView } from './schedule.calls'
import type { ScheduleStatus } from './schedule.contract'

interface JoinedSchedule {
  id: number
  body: string
  status: ScheduleStatus
  error: string
  sendAt: number
  sentAt: number | null
  sentTimes: number
  contactId: number
  contactName: string
  contactNumber: string
  contactIsGroup: number
  pictureKey: string | null
  whatsappId: number | null
  whatsappName: string | null
  userId: number | null
  userName: string | null
  openTicket: number
  statusTicket: ScheduleView['statusTicket']
  queueId: number | null
  queueName: string | null
  queueColor: string | null
  ticketUserId: number | null
  ticketUserName: string | null
  intervalo: number
  valorIntervalo: number
  enviarQuantasVezes: number
  tipoDias: number
  assinar: number
  mediaKey: string | null
  mediaName: string | null
  createdAt: number
  updatedAt: number
}

const byIds = perCompany(({ sqlite }) =>
  sqlite.prepare<JoinedSchedule, [string]>(
    `SELECT s.id, s.body, s.status, s.error, s.send_at AS sendAt, s.sent_at AS sentAt, s.sent_times AS sentTimes,
       s.contact_id AS contactId, c.name AS contactName, c.number AS contactNumber, c.is_group AS contactIsGroup,
       p.key AS pictureKey, s.connection_id AS whatsappId, n.name AS whatsappName, s.user_id AS userId,
       u.name AS userName, s.open_ticket AS openTicket, s.status_ticket AS statusTicket, s.queue_id AS queueId,
       q.name AS queueName, q.color AS queueColor, s.ticket_user_id AS ticketUserId, o.name AS ticketUserName,
       s.intervalo, s.valor_intervalo AS valorIntervalo, s.enviar_quantas_vezes AS enviarQuantasVezes,
       s.tipo_dias AS tipoDias, s.assinar, m.key AS mediaKey, m.name AS mediaName,
       s.created_at AS createdAt, s.updated_at AS updatedAt
     FROM json_each(?) asked JOIN schedule s ON s.id = asked.value
     JOIN contact c ON c.id = s.contact_id
     LEFT JOIN media p ON p.id = c.picture_media_id LEFT JOIN connection n ON n.id = s.connection_id
     LEFT JOIN user u ON u.id = s.user_id LEFT JOIN queue q ON q.id = s.queue_id
     LEFT JOIN user o ON o.id = s.ticket_user_id LEFT JOIN media m ON m.id = s.media_id
     ORDER BY asked.key`,
  ),
)

/** In the order asked, with numbers masked from whom they are hidden. */
export function presentSchedules(ctx: CompanyContext, ids: readonly number[]): ScheduleView[] {
  const masked = mustMask(ctx)
  return byIds(ctx.company)
    .all(JSON.stringify(ids))
    .map(toView)
    .map((view) => (masked ? maskSchedule(ctx, view) : view))
}

/** @throws Refusal ERR_NO_SCHEDULE_FOUND */
export function presentSchedule(ctx: CompanyContext, id: number): ScheduleView {
  return presentSchedules(ctx, [id])[0] ?? refuse('ERR_NO_SCHEDULE_FOUND')
}

/** For live messages, made by the product itself: whole, and as plain users may see it where numbers are hidden. */
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
    ...{ id, body, status, error, sentTimes, contactId, whatsappId, userId, statusTicket, queueId, ticketUserId },
    ...{ intervalo, valorIntervalo, enviarQuantasVezes, tipoDias },
    sendAt: new Date(row.sendAt).toISOString(),
    sentAt: row.sentAt === null ? null : new Date(row.sentAt).toISOString(),
    contact: {
      ...{ id: contactId, name: contactName, number: contactNumber, isGroup: contactIsGroup === 1 },
      urlPicture: pictureKey === null ? '' : mediaUrl(pictureKey),
    },
    whatsapp: named(whatsappId, whatsappName),
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
