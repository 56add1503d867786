import { eq } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { reaction, recordEvent } from '../kernel/event/event-log'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Domain } from '../platform/domain'
import { bearerOf } from '../user/session/authenticate'
import { pushCalls, type PushState } from './push.calls'
import { pushBatchJob, pushEvents } from './push-batch'
import type { PushChoices } from './push.contract'
import {
  addDevice,
  deviceNameOf,
  listDevices,
  removeDevice,
  removeDevicesOfUser,
  removeEndedDevices,
} from './push-devices'
import { forgetPushReaders, readChoices } from './push-readers.view'
import { pushChoiceTable, type pushDeviceTable } from './push.tables'
import { enqueuePush, sendPushJob } from './send-push'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'push.choicesChanged': { userId: number }
  }
}

const pushReactions = [
  pushEvents,
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
  jobs: { 'push.send': sendPushJob, 'push.batch': pushBatchJob },
} satisfies Domain
