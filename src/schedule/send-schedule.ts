import { eq } from 'drizzle-orm'
import { getContactRow } from '../contact/contact.queries'
import { findActor } from '../user/actor.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { asSystem } from '../kernel/company/company-context'
import { Refusal, refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { MessageId } from '../kernel/ids'
import type { FreshContext } from '../kernel/job/jobs'
import { findMedia, stageAgain } from '../kernel/file/media-store'
import { timeZoneOf } from '../kernel/time/time-zone'
import { sendOutreach } from '../message/send/send-outreach'
import { notifyUser } from '../notification/notify-user'
import { findNewestTicketId } from '../ticket/ticket.queries'
import { nextOccurrence } from './recurrence'
import { planSending, sendingKey } from './save-schedule'
import { findSchedule, type ScheduleRow } from './schedule.queries'
import { dueTemplate } from './schedule-template'
import { scheduleTable } from './schedule.tables'

const refusals = ['ERR_OTHER_OPEN_TICKET', 'ERR_NO_PERMISSION']

export interface DueSchedule {
  scheduleId: number
  /** A changed time has its own job. */
  sendAt: number
}

/** Also late. One transaction checks, stores and plans, so that no crash sends it twice. */
export async function sendSchedule(freshContext: FreshContext, due: DueSchedule) {
  const ctx = freshContext()
  ctx.transaction(() => {
    const schedule = findDue(ctx, due)
    if (schedule) write(asSystem(ctx), schedule)
  })
}

function findDue(ctx: CompanyContext, { scheduleId, sendAt }: DueSchedule) {
  const schedule = findSchedule(ctx, scheduleId)
  return schedule?.status === 'PENDENTE' && schedule.sendAt.getTime() === sendAt ? schedule : undefined
}

function write(ctx: CompanyContext, schedule: ScheduleRow) {
  try {
    const { messageIds } = send(ctx, schedule)
    // Variables without a value can leave an empty text.
    if (messageIds.length === 0) planNext(ctx, schedule, { error: 'ERR_SENDING_WAPP_MSG' })
    else planNext(ctx, schedule, { messageId: messageIds.at(-1) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    planNext(ctx, schedule, { error: reasonOf(error) })
  }
}

function send(ctx: CompanyContext, schedule: ScheduleRow) {
  // Nobody could see the schedule or stop it.
  if (!ctx.plan.useSchedules) refuse('ERR_PLAN_LIMIT')
  const media = findMedia(ctx, schedule.mediaId)
  // The message gets its own link to the file, which stays when the schedule is deleted.
  const file = media && stageAgain(ctx, media)
  if (schedule.mediaId !== null && !file) refuse('ERR_NO_MEDIA_FOUND')
  const { body, template, connectionId, messageId, assinar, openTicket, statusTicket, queueId, ticketUserId } = schedule
  const contact = getContactRow(ctx, schedule.contactId)
  const prepared = dueTemplate(ctx, { contact, template, connectionId, body, file })
  return sendOutreach(ctx, {
    // The same time may be chosen again.
    key: `${sendingKey(schedule)} after ${messageId ?? 0}`,
    cause: { kind: 'schedule', id: schedule.id },
    contact,
    connectionIds: [connectionId],
    content: { ...(prepared ? { template: prepared } : { texts: [body] }), files: file ? [file] : [] },
    options: { signedBy: assinar ? schedule.userId : null, uncaptioned: 'before' },
    ticket: {
      ...(openTicket ? { open: statusTicket, queueId, userId: ticketUserId } : { open: 'none' }),
      author: schedule.userId === null ? undefined : findActor(ctx, schedule.userId),
      refusesOthers: true,
    },
  })
}

function reasonOf({ code, details: { fields = {} } }: Refusal) {
  if (fields['template']) return fields['template']
  return Object.keys(fields).some((field) => field.startsWith('values.')) ? 'templateValues' : code
}

/** It counts as not sent. */
export function passOver(ctx: CompanyContext, schedule: ScheduleRow, error: string) {
  planNext(ctx, schedule, { error })
}

function planNext(ctx: CompanyContext, schedule: ScheduleRow, result: { messageId?: MessageId; error?: string }) {
  const { id, contactId } = schedule
  const { messageId, error = '' } = result
  const sentTimes = schedule.sentTimes + 1
  const zone = timeZoneOf(ctx)
  const next =
    sentTimes < schedule.enviarQuantasVezes
      ? nextOccurrence(schedule, { step: schedule.step, after: ctx.now, zone })
      : undefined
  const status = next ? ('PENDENTE' as const) : messageId === undefined ? ('ERRO' as const) : ('AGENDADA' as const)
  const plan = next ? { step: next.step, sendAt: next.at } : {}
  ctx.db
    .update(scheduleTable)
    .set({ status, error, sentTimes, ...plan, messageId: messageId ?? null, updatedAt: ctx.now })
    .where(eq(scheduleTable.id, id))
    .run()
  if (messageId === undefined) recordFailure(ctx, schedule, error)
  else recordEvent(ctx, 'schedule.due', { contactId }, { scheduleId: id, messageId })
  if (next) planSending(ctx, id)
}

/** Other failures show on the schedule alone. */
function recordFailure(ctx: CompanyContext, { id: scheduleId, contactId, userId, body }: ScheduleRow, error: string) {
  recordEvent(ctx, 'schedule.failed', { contactId }, { scheduleId, error })
  const ticketId = refusals.includes(error) ? findNewestTicketId(ctx, contactId) : undefined
  if (ticketId && userId !== null) notifyUser(ctx, userId, ticketId, { kind: 'scheduleRefused', text: body })
}
