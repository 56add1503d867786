import { signText } from '../message/signature.contract'
import { eq } from 'drizzle-orm'
import { replyWindowEndMs } from '../channel/channel-rules.contract'
import {
  type Connection,
  findConnection,
  findDefaultConnection,
  listConnections,
} from '../connection/connection.queries'
import { type ContactRow, getContactRow } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company-context'
import { asSystem } from '../kernel/company-context'
import { recordEvent } from '../kernel/event-log'
import type { ConnectionId, MessageId } from '../kernel/ids'
import type { FreshContext } from '../kernel/jobs'
import { discardFiles, findMedia, mediaFileExists, mediaPath, stageFile, type StagedFile } from '../kernel/media-store'
import { timeZoneOf } from '../kernel/time-zone'
import { fillVariables } from '../message/fill-variables'
import { type Draft, queueMessage } from '../message/queue-message'
import { mediaTypeOf } from '../message/send-message'
import { takeOutreachTicket } from '../message/take-outreach-ticket'
import { isSettingEnabled } from '../setting/setting.queries'
import { lastInboundMs } from '../ticket/last-inbound'
import { findUser } from '../user/user.queries'
import { nextOccurrence } from './recurrence'
import { planSending } from './save-schedule'
import './schedule.events'
import { findSchedule, type ScheduleRow } from './schedule.queries'
import { scheduleTable } from './schedule.tables'

export interface DueSchedule {
  scheduleId: number
  /** The time this sending was planned for: another one since then has a job of its own. */
  sendAt: number
}

/**
 * Its time has come, or went by while the product was down. The message is written and the next time planned in one
 * transaction that asks once more whether this very sending is still to be done, so that no crash sends it twice.
 */
export async function sendSchedule(freshContext: FreshContext, due: DueSchedule) {
  const schedule = findDue(freshContext(), due)
  if (!schedule) return
  const file = await copyFile(freshContext(), schedule)
  const ctx = freshContext()
  let wrote = false
  try {
    wrote = ctx.transaction(() => {
      const present = findDue(ctx, due)
      if (!present) return false
      return present.mediaId === schedule.mediaId ? write(asSystem(ctx), present, file) : false
    })
  } finally {
    if (!wrote && file) await discardFiles(ctx, [file])
  }
}

function findDue(ctx: CompanyContext, { scheduleId, sendAt }: DueSchedule) {
  const schedule = findSchedule(ctx, scheduleId)
  return schedule?.status === 'PENDENTE' && schedule.sendAt.getTime() === sendAt ? schedule : undefined
}

/** The message has a file of its own, which stays when the schedule goes. */
async function copyFile(ctx: CompanyContext, { mediaId }: ScheduleRow): Promise<StagedFile | undefined> {
  const media = findMedia(ctx, mediaId)
  if (!media || !mediaFileExists(ctx, media)) return undefined
  return stageFile(ctx, Bun.file(mediaPath(ctx, media.key)), media.name, media.type)
}

/** Whether the file has become the message's. */
function write(ctx: CompanyContext, schedule: ScheduleRow, file: StagedFile | undefined): boolean {
  const contact = getContactRow(ctx, schedule.contactId)
  const connection = connectionOf(ctx, schedule.connectionId, contact)
  const error = errorOf(ctx, schedule, connection, file)
  if (error || !connection) {
    planNext(ctx, schedule, { error })
    return false
  }
  const { openTicket, queueId, ticketUserId: userId } = schedule
  // An open ticket has an owner; without one it waits for whoever accepts it.
  const status = schedule.statusTicket === 'open' && userId === null ? 'pending' : schedule.statusTicket
  const open = openTicket ? { status, queueId, userId } : undefined
  const ticket = takeOutreachTicket(ctx, { contact, connection, ...(open ? { open } : {}) })
  const messageIds = draftsOf(ctx, schedule, ticket.id, file).flatMap((draft) => queueMessage(ctx, ticket, draft) ?? [])
  planNext(ctx, schedule, { messageId: messageIds.at(-1) })
  return true
}

/** Why it cannot be sent at all; undefined when it can. */
function errorOf(ctx: CompanyContext, schedule: ScheduleRow, connection: Connection | undefined, file?: StagedFile) {
  // Nobody of the company could see it any more, or keep it from going.
  if (!ctx.plan.useSchedules) return 'ERR_PLAN_LIMIT'
  if (!connection) return 'ERR_NO_DEF_WAPP_FOUND'
  if (schedule.mediaId !== null && !file) return 'ERR_NO_MEDIA_FOUND'
  const { id: connectionId, channel } = connection
  const endMs = replyWindowEndMs(channel, lastInboundMs(ctx, { contactId: schedule.contactId, connectionId }))
  return endMs !== undefined && ctx.now.getTime() > endMs ? 'ERR_CHANNEL_CANNOT' : undefined
}

/** The one chosen, else the default of the contact's channel. */
function connectionOf(ctx: CompanyContext, id: ConnectionId | null, contact: ContactRow) {
  const chosen = id === null ? undefined : findConnection(ctx, id)
  const byDefault = findDefaultConnection(ctx)
  if (chosen) return chosen
  if (byDefault?.channel === contact.channel) return byDefault
  return listConnections(ctx).find(({ channel }) => channel === contact.channel)
}

/** A recording carries no caption, so the words go before it. */
function draftsOf(ctx: CompanyContext, schedule: ScheduleRow, ticketId: number, file?: StagedFile): Draft[] {
  const body = signed(ctx, schedule, fillVariables(ctx, schedule.body, ticketId))
  if (!file) return [{ body }]
  const mediaType = mediaTypeOf(file.type)
  if (mediaType !== 'audio') return [{ body, file, mediaType }]
  return [...(body === '' ? [] : [{ body }]), { body: '', file, mediaType }]
}

function signed(ctx: CompanyContext, { assinar, userId }: ScheduleRow, body: string) {
  const author = userId === null ? undefined : findUser(ctx, userId)
  const signs = assinar && author && body.trim() !== '' && isSettingEnabled(ctx, 'sendSignMessage')
  return signs ? signText(author.name, body) : body
}

/** Counts this sending, and plans the next where there is one. */
function planNext(ctx: CompanyContext, schedule: ScheduleRow, result: { messageId?: MessageId; error?: string }) {
  const { id, contactId, sendAt } = schedule
  const { messageId, error = '' } = result
  const sentTimes = schedule.sentTimes + 1
  const zone = timeZoneOf(ctx)
  const after = sendAt > ctx.now ? sendAt : ctx.now
  const next =
    sentTimes < schedule.enviarQuantasVezes ? nextOccurrence(schedule, { step: schedule.step, after, zone }) : undefined
  const status = next ? ('PENDENTE' as const) : messageId === undefined ? ('ERRO' as const) : ('AGENDADA' as const)
  const plan = next ? { step: next.step, sendAt: next.at } : {}
  ctx.db
    .update(scheduleTable)
    .set({ status, error, sentTimes, ...plan, messageId: messageId ?? null, updatedAt: ctx.now })
    .where(eq(scheduleTable.id, id))
    .run()
  if (messageId === undefined) recordEvent(ctx, 'schedule.failed', { contactId }, { scheduleId: id, error })
  else recordEvent(ctx, 'schedule.due', { contactId }, { scheduleId: id, messageId })
  if (next) planSending(ctx, id)
}
