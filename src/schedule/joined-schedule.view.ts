import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { ScheduleView } from './schedule.calls'
import type { ScheduleStatus } from './schedule.contract'

// A join, because list and calendar show pages of schedules with contact, connection, users and queue.

export interface JoinedSchedule {
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
  /** JSON. */
  template: string | null
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
       p.key AS pictureKey, s.connection_id AS whatsappId, n.name AS whatsappName, s.template, s.user_id AS userId,
       u.name AS userName, s.open_ticket AS openTicket, s.status_ticket AS statusTicket, s.queue_id AS queueId,
       q.name AS queueName, q.color AS queueColor, s.ticket_user_id AS ticketUserId, o.name AS ticketUserName,
       s.intervalo, s.valor_intervalo AS valorIntervalo, s.enviar_quantas_vezes AS enviarQuantasVezes,
       s.tipo_dias AS tipoDias, s.assinar, m.key AS mediaKey, m.name AS mediaName,
       s.created_at AS createdAt, s.updated_at AS updatedAt
     FROM json_each(?) requested JOIN schedule s ON s.id = requested.value
     JOIN contact c ON c.id = s.contact_id
     LEFT JOIN media p ON p.id = c.picture_media_id LEFT JOIN connection n ON n.id = s.connection_id
     LEFT JOIN user u ON u.id = s.user_id LEFT JOIN queue q ON q.id = s.queue_id
     LEFT JOIN user o ON o.id = s.ticket_user_id LEFT JOIN media m ON m.id = s.media_id
     ORDER BY requested.key`,
  ),
)

export function joinSchedules(ctx: CompanyContext, ids: readonly number[]): JoinedSchedule[] {
  return byIds(ctx.company).all(JSON.stringify(ids))
}
