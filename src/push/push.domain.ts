import { eq } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import {
  type EventType,
  reaction,
  recordEvent,
  type RecordedEvent,
  isEvent,
  type Reaction,
} from '../kernel/event/event-log'
import { answerCalls } from '../kernel/http/answer-calls'
import type { TicketId, UserId } from '../kernel/ids'

import { enqueueJob, type LocalJob } from '../kernel/job/jobs'
import { countsFor } from '../notification/notification.policy'
import { findNotificationRow } from '../notification/notification.view'
import type { Domain } from '../platform/domain'
import { isSettingEnabled } from '../setting/setting.queries'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import { findActor } from '../user/actor.queries'
import { bearerOf } from '../user/session/authenticate'
import { pushCalls, type PushState } from './push.calls'
import { type PushChoices, type PushKind, pushKindOf } from './push.contract'
import {
  addDevice,
  deviceNameOf,
  listDevices,
  removeDevice,
  removeDevicesOfUser,
  removeEndedDevices,
} from './push-devices'
import type { PushSubject } from './push-notice'
import { forgetPushReaders, pushReaders, readChoices } from './push-readers.view'
import { pushChoiceTable, type pushDeviceTable } from './push.tables'
import { enqueuePush, sendPushJob } from './send-push'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'push.waiting': { ticketId: number; byUserId: number | null }
  }
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'push.choicesChanged': { userId: number }
  }
}

/** Of those who may see the ticket, who hears of it is asked when the notice is sent. */
function push(ctx: CompanyContext, userId: UserId, kind: PushKind, subject: PushSubject) {
  const reader = pushReaders(ctx).get(userId)
  if (!reader || reader.off.has(kind) || ctx.company.services.live.hasWindow?.(ctx.company.id, userId)) return
  for (const deviceId of reader.deviceIds) enqueuePush(ctx, deviceId, subject)
}

function readersOf(ctx: CompanyContext, ticket: TicketRow): UserId[] {
  return [...pushReaders(ctx)].flatMap(([userId, { notifyWaiting }]) => {
    const actor = findActor(ctx, userId)
    return actor && countsFor({ ...actor, notifyWaiting }, ticket) ? userId : []
  })
}

/** As the page announces it: of waiting tickets only where the company wants that. */
function pushMessage(ctx: CompanyContext, ticketId: TicketId, messageId: number) {
  if (pushReaders(ctx).size === 0) return
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket || ticket.isBot || (ticket.status === 'pending' && !isSettingEnabled(ctx, 'showNotificationPending')))
    return
  const subject = { about: 'message', ticketId, messageId } as const
  for (const userId of readersOf(ctx, ticket)) push(ctx, userId, 'message', subject)
}

const waitingEvents: readonly EventType[] = [
  'ticket.created',
  'ticket.queued',
  'ticket.returned',
  'ticket.transferred',
  'ticket.reopened',
  'ticket.botChanged',
  'ticket.snoozeEnded',
]

/** Judged once the transaction has ended: a bot may still take the ticket. */
const watchWaiting: Reaction = {
  on: waitingEvents,
  run(ctx, event) {
    const { ticketId, userId } = event
    if (ticketId === undefined || pushReaders(ctx).size === 0 || !mayBeginToWait(ctx, ticketId, event)) return
    const byUserId = userId ?? null
    enqueueJob(ctx, 'push.waiting', { ticketId, byUserId }, { dedupeKey: `push.waiting:${ticketId}` })
  },
}

function mayBeginToWait(ctx: CompanyContext, ticketId: TicketId, event: RecordedEvent) {
  if (isEvent(event, 'ticket.created')) return event.data.silent !== true
  if (isEvent(event, 'ticket.botChanged')) return event.data.kind === null
  if (!('before' in event.data)) return true
  const { before } = event.data
  return before.status !== 'pending' || before.queueId !== findTicketRow(ctx, ticketId)?.queueId
}

const pushWaitingJob: LocalJob<'push.waiting'> = {
  attemptsMax: 5,
  run(ctx, { ticketId, byUserId }) {
    const ticket = findTicketRow(ctx, ticketId)
    if (ticket?.status !== 'pending' || ticket.isBot) return
    ctx.transaction(() => {
      for (const userId of readersOf(ctx, ticket)) {
        if (userId !== byUserId) push(ctx, userId, 'waiting', { about: 'waiting', ticketId })
      }
    })
  },
}

const pushReactions = [
  reaction('message.received', (ctx, { ticketId, messageId }) => pushMessage(ctx, ticketId, messageId)),
  reaction('notification.created', (ctx, { data: { notificationId, userId } }) => {
    if (!pushReaders(ctx).has(userId)) return
    const kind = findNotificationRow(ctx, notificationId)?.kind
    if (kind) push(ctx, userId, pushKindOf(kind), { about: 'notification', notificationId })
  }),
  watchWaiting,
  reaction('user.signedIn', (ctx, { data: { userId } }) => removeEndedDevices(ctx, userId)),
  reaction('user.signedOut', (ctx, { data: { userId } }) => removeEndedDevices(ctx, userId)),
  reaction('user.changed', (ctx, { data: { userId } }) => {
    removeEndedDevices(ctx, userId)
    forgetPushReaders(ctx)
  }),
  reaction('user.deleted', (ctx, { data: { userId } }) => {
    removeDevicesOfUser(ctx, userId)
    ctx.db.delete(pushChoiceTable).where(eq(pushChoiceTable.userId, userId)).run()
  }),
]

const meOf = (ctx: CompanyContext) => actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')

const presentDevice = ({ id, name, createdAt, lastSuccessAt }: typeof pushDeviceTable.$inferSelect) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
})

function presentState(ctx: CompanyContext): PushState {
  const devices = listDevices(ctx, meOf(ctx)).map(presentDevice)
  return { ...readChoices(ctx, meOf(ctx)), publicKey: ctx.company.services.pushKeys.publicKey, devices }
}

function saveChoices(ctx: CompanyContext, choices: PushChoices) {
  const userId = meOf(ctx)
  const set = { ...choices, offKinds: [...new Set(choices.offKinds)] }
  ctx.transaction(() => {
    ctx.db
      .insert(pushChoiceTable)
      .values({ userId, ...set })
      .onConflictDoUpdate({ target: pushChoiceTable.userId, set })
      .run()
    forgetPushReaders(ctx)
    recordEvent(ctx, 'push.choicesChanged', {}, { userId })
  })
  return presentState(ctx)
}

export const pushDomain = {
  name: 'push',
  calls: pushCalls,
  routes: ({ guard, platform, tokens }) =>
    answerCalls(new Elysia({ name: 'push' }).use(guard), pushCalls, {
      'GET /push': ({ ctx }) => presentState(ctx),
      'PUT /push': ({ ctx, body }) => saveChoices(ctx, body),
      'POST /push/devices': async ({ ctx, body, request }) => {
        const { id: sessionId } = await tokens.verify(bearerOf(request) ?? refuse('ERR_UNAUTHORIZED'))
        if (!(await platform.outgoing.mayCall(body.endpoint))) {
          refuse('ERR_INVALID_INPUT', { fields: { endpoint: 'refusedAddress' } })
        }
        const name = deviceNameOf(request.headers.get('user-agent') ?? '')
        return presentDevice(addDevice(ctx, { userId: meOf(ctx), sessionId, name }, body))
      },
      'DELETE /push/devices/:id': ({ ctx, params }) => {
        removeDevice(ctx, meOf(ctx), params.id)
        return { ok: true }
      },
      'POST /push/test': ({ ctx }) => {
        const at = ctx.now.toISOString()
        ctx.transaction(() => {
          for (const { id } of listDevices(ctx, meOf(ctx))) enqueuePush(ctx, id, { about: 'test', at })
        })
        return { ok: true }
      },
    }),
  reactions: pushReactions,
  jobs: { 'push.send': sendPushJob, 'push.waiting': pushWaitingJob },
} satisfies Domain
