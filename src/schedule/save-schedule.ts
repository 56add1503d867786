import { eq } from 'drizzle-orm'
import { findConnection } from '../connection/connection.queries'
import { chooseConnection } from '../connection/save/choose-connection'
import { getContactRow } from '../contact/contact.queries'
import { unmasked } from '../contact/number/mask-number'
import { actingUserId } from '../kernel/company/actor'
import { type CompanyContext, withActor } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ConnectionId, ContactId } from '../kernel/ids'
import { cancelJob, enqueueJob } from '../kernel/job/jobs'
import { deleteMedia, findMedia } from '../kernel/file/media-store'
import { foldText } from '../kernel/text/fold-text.contract'
import { readMoment, timeZoneOf } from '../kernel/time/time-zone'
import { findQueue } from '../queue/queue.queries'
import { assertMayAssign } from '../ticket/assignment/assignment.queries'
import { assertMayWriteInto } from '../ticket/opening/resolve-outreach-ticket'
import { findActiveTicket } from '../ticket/ticket.queries'
import { findActor } from '../user/actor.queries'
import { findUser } from '../user/user.queries'
import { occurrence } from './recurrence'
import type { ScheduleBody, UpdateScheduleBody } from './schedule.contract'
import { canChangeSchedule } from './schedule.policy'
import { getSchedule, type ScheduleRow } from './schedule.queries'
import { scheduleTable } from './schedule.tables'
import { templateFaults, unmaskTemplate } from './schedule-template'
import { channelRules } from '../channel/channel-rules.contract'
import {
  discardUpload as dropWaitingUpload,
  storeUpload,
  assignUpload as takeWaitingUpload,
} from '../kernel/file/waiting-upload'

/** Within the last minute means now. */
const graceMs = 60_000
const latest = Date.UTC(2100, 0, 1)

type Columns = typeof scheduleTable.$inferInsert
type Target = Partial<Columns> & Pick<Columns, 'contactId'>

/** @throws Refusal ERR_INVALID_INPUT with fields, ERR_NO_CONTACT_FOUND */
export function createSchedule(ctx: CompanyContext, body: ScheduleBody): number {
  return ctx.transaction(() => {
    const startsAt = readSendAt(ctx, body.sendAt)
    const values = { ...columnsOf(body), contactId: body.contactId, startsAt }
    assertSchedule(ctx, { ...values, hasFile: Boolean(body.mediaPath) })
    assertMaySend(ctx, values)
    const { id } = ctx.db
      .insert(scheduleTable)
      .values({
        ...values,
        body: body.body,
        sendAt: firstTime(ctx, values),
        userId: actingUserId(ctx.actor),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning({ id: scheduleTable.id })
      .get()
    if (body.mediaPath) attach(ctx, id, body.mediaPath)
    assertTemplate(ctx, id)
    recordEvent(ctx, 'schedule.created', { contactId: body.contactId }, { scheduleId: id })
    planSending(ctx, id)
    return id
  })
}

/** A new time restarts it, even if sent. */
export function updateSchedule(ctx: CompanyContext, id: number, body: UpdateScheduleBody) {
  ctx.transaction(() => {
    const before = getChangeable(ctx, id)
    const columns = columnsOf({
      ...body,
      ...(body.template ? { template: unmaskTemplate(ctx, body.template, before.template) } : {}),
      body: body.body && unmasked(ctx, body.body, before.body),
    })
    const contactId = body.contactId ?? before.contactId
    const restart = restartOf(ctx, before, body)
    const after = { ...before, ...columns, contactId, ...restart }
    const hasFile = body.mediaPath === undefined ? before.mediaId !== null : body.mediaPath !== null
    assertSchedule(ctx, { ...after, hasFile })
    assertMaySend(ctx, after, before)
    const sendAt = restart ? firstTime(ctx, after) : before.sendAt
    ctx.db
      .update(scheduleTable)
      .set({ ...columns, contactId, ...restart, sendAt, updatedAt: ctx.now })
      .where(eq(scheduleTable.id, id))
      .run()
    if (body.mediaPath === null) detach(ctx, getSchedule(ctx, id))
    else if (body.mediaPath !== undefined) attach(ctx, id, body.mediaPath)
    assertTemplate(ctx, id)
    recordEvent(ctx, 'schedule.updated', { contactId }, { scheduleId: id })
    if (!restart) return
    cancelJob(ctx, sendingKey(before))
    planSending(ctx, id)
  })
}

export function deleteSchedule(ctx: CompanyContext, id: number) {
  ctx.transaction(() => removeSchedule(ctx, getChangeable(ctx, id)))
}

export function removeSchedule(ctx: CompanyContext, schedule: ScheduleRow) {
  const { id, contactId, mediaId } = schedule
  cancelJob(ctx, sendingKey(schedule))
  deleteMedia(ctx, mediaId)
  ctx.db.delete(scheduleTable).where(eq(scheduleTable.id, id)).run()
  recordEvent(ctx, 'schedule.deleted', { contactId }, { scheduleId: id })
}

export function setScheduleMedia(ctx: CompanyContext, id: number, mediaPath: string) {
  updateSchedule(ctx, id, { mediaPath })
}

export function getChangeable(ctx: CompanyContext, id: number): ScheduleRow {
  const schedule = getSchedule(ctx, id)
  if (!canChangeSchedule(ctx.actor, schedule)) refuse('ERR_NO_PERMISSION')
  return schedule
}

/** A job of an earlier time does not match. */
export function sendingKey({ id, sendAt }: Pick<ScheduleRow, 'id' | 'sendAt'>) {
  return `schedule ${id} ${sendAt.getTime()}`
}

export function planSending(ctx: CompanyContext, id: number) {
  const schedule = getSchedule(ctx, id)
  const { sendAt } = schedule
  const payload = { scheduleId: id, sendAt: sendAt.getTime() }
  enqueueJob(ctx, 'schedule.send', payload, { runAt: sendAt, dedupeKey: sendingKey(schedule) })
}

function columnsOf(body: UpdateScheduleBody): Partial<Columns> {
  const { body: text, whatsappId, openTicket, sendAt, contactId, mediaPath, companyId, ...same } = body
  return {
    ...same,
    ...(text === undefined ? {} : { body: text, searchText: foldText(text) }),
    ...(whatsappId === undefined ? {} : { connectionId: whatsappId }),
    ...(openTicket === undefined ? {} : { openTicket: openTicket === 'enabled' }),
  }
}

/** A new rule counts from the next time. Undefined when neither changed. */
function restartOf(ctx: CompanyContext, before: ScheduleRow, body: UpdateScheduleBody) {
  const requested = body.sendAt === undefined ? before.sendAt : readMoment(body.sendAt, timeZoneOf(ctx))
  const waits = before.status === 'PENDENTE'
  if (requested?.getTime() !== before.sendAt.getTime()) {
    const startsAt = readSendAt(ctx, body.sendAt ?? '')
    return { startsAt, step: 0, status: 'PENDENTE' as const, error: '', sentTimes: waits ? before.sentTimes : 0 }
  }
  const rules = ['intervalo', 'valorIntervalo', 'tipoDias'] as const
  const isNewRule = rules.some((name) => body[name] !== undefined && body[name] !== before[name])
  return waits && isNewRule ? { startsAt: before.sendAt, step: 0 } : undefined
}

function readSendAt(ctx: CompanyContext, text: string) {
  const sendAt = readMoment(text, timeZoneOf(ctx))
  if (!sendAt || sendAt.getTime() > latest) refuse('ERR_INVALID_INPUT', { fields: { sendAt: 'date' } })
  assertAhead(ctx, sendAt)
  return sendAt
}

function assertAhead(ctx: CompanyContext, at: Date) {
  if (at.getTime() < ctx.now.getTime() - graceMs) refuse('ERR_INVALID_INPUT', { fields: { sendAt: 'past' } })
}

/** The day rule must not move the first time before today. */
function firstTime(ctx: CompanyContext, schedule: Partial<Columns> & { startsAt: Date }) {
  const { startsAt, intervalo = 1, valorIntervalo = 0, tipoDias = 4 } = schedule
  const at = occurrence({ startsAt, intervalo, valorIntervalo, tipoDias }, 0, timeZoneOf(ctx))
  assertAhead(ctx, at)
  return at
}

function assertSchedule(ctx: CompanyContext, schedule: Target & { hasFile: boolean }) {
  const { contactId, connectionId, queueId, ticketUserId, openTicket, valorIntervalo } = schedule
  getContactRow(ctx, contactId)
  const fields: Record<string, string> = {}
  if (!schedule.body?.trim() && !schedule.hasFile && !schedule.template) fields['body'] = 'required'
  if (connectionId && !findConnection(ctx, connectionId)) fields['whatsappId'] = 'unknown'
  if (queueId && !findQueue(ctx, queueId)) fields['queueId'] = 'unknown'
  if (ticketUserId && !findUser(ctx, ticketUserId)) fields['ticketUserId'] = 'unknown'
  // An owner needs a queue.
  if (openTicket && ticketUserId && !queueId) fields['queueId'] = 'required'
  if ((schedule.enviarQuantasVezes ?? 1) > 1 && !valorIntervalo) fields['valorIntervalo'] = 'required'
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}

/** @throws Refusal ERR_INVALID_INPUT */
function assertTemplate(ctx: CompanyContext, id: number) {
  const schedule = getSchedule(ctx, id)
  const fields = templateFaults(ctx, schedule, findMedia(ctx, schedule.mediaId))
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}

/** As far as known now. An admin may correct a colleague's. @throws Refusal ERR_OTHER_OPEN_TICKET, ERR_NO_PERMISSION */
function assertMaySend(ctx: CompanyContext, schedule: Target, before?: ScheduleRow) {
  const { contactId, connectionId = null, openTicket, queueId = null, ticketUserId = null } = schedule
  const author = (before?.userId ? findActor(ctx, before.userId) : undefined) ?? ctx.actor
  const asAuthor = withActor(ctx, author)
  const isSame = before?.contactId === contactId && before.connectionId === connectionId
  if (!isSame || actingUserId(author) === actingUserId(ctx.actor)) assertMayWrite(asAuthor, contactId, connectionId)
  if (!openTicket) return
  const current = before?.openTicket ? { queueId: before.queueId, userId: before.ticketUserId } : undefined
  assertMayAssign(asAuthor, { queueId, userId: ticketUserId }, current)
}

function assertMayWrite(ctx: CompanyContext, contactId: ContactId, connectionId: ConnectionId | null) {
  const { channel } = getContactRow(ctx, contactId)
  const connection = chooseConnection(ctx, channel, { preferred: [connectionId] })
  const active = connection && findActiveTicket(ctx, contactId, connection.id)
  if (active && ctx.actor.kind === 'user') assertMayWriteInto(ctx, active, { author: ctx.actor })
}

function attach(ctx: CompanyContext, id: number, mediaPath: string) {
  const schedule = getSchedule(ctx, id)
  const media = assignUpload(ctx, id, mediaPath)
  if (media.id === schedule.mediaId) return
  deleteMedia(ctx, schedule.mediaId)
  ctx.db.update(scheduleTable).set({ mediaId: media.id }).where(eq(scheduleTable.id, id)).run()
}

function detach(ctx: CompanyContext, { id, mediaId }: ScheduleRow) {
  if (mediaId === null) return
  ctx.db.update(scheduleTable).set({ mediaId: null }).where(eq(scheduleTable.id, id)).run()
  deleteMedia(ctx, mediaId)
}

export async function uploadScheduleMedia(ctx: CompanyContext, file: File) {
  return storeUpload(ctx, file, {
    kind: 'schedule',
    fileBytesMax: channelRules.whatsapp.fileBytesMax,
    dropLater: (mediaId, runAt) => enqueueJob(ctx, 'schedule.discardUpload', { mediaId }, { runAt }),
  })
}

function assignUpload(ctx: CompanyContext, scheduleId: number, mediaPath: string) {
  return takeWaitingUpload(ctx, { kind: 'schedule', ownerId: scheduleId, mediaPath })
}

export function discardUpload(ctx: CompanyContext, mediaId: number) {
  dropWaitingUpload(ctx, 'schedule', mediaId)
}
