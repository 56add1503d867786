import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import { isEvent, reaction } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import '../message/message.events'
import type { Domain } from '../platform/domain'
import { listSuppressions } from './list-suppressions'
import { noteRefusedMarketing } from './marketing-preference'
import { addSuppression, findSuppression, presentSuppression, removeSuppression } from './suppress'
import { suppressionCalls } from './suppression.calls'
import './suppression.events'

const suppressionLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    if (isEvent(event, 'suppressions.imported')) {
      return [{ topics: ['admin'], event: 'suppressions', number: event.number, data: { action: 'reload' } }]
    }
    const message = { topics: ['admin'], event: 'suppression' as const, number: event.number }
    if (isEvent(event, 'suppression.deleted')) {
      return [{ ...message, data: { action: 'delete', suppressionId: event.data.suppressionId } }]
    }
    if (!isEvent(event, 'suppression.created')) return []
    const record = findSuppression(ctx, event.data.suppressionId)
    return record ? [{ ...message, data: { action: 'create', suppression: presentSuppression(record) } }] : []
  })

export const suppressionDomain: Domain = {
  name: 'suppression',
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'suppression-routes' }).use(guard), suppressionCalls, {
      'GET /suppressions': ({ ctx, query }) => listSuppressions(ctx, query),
      'POST /suppressions': ({ ctx, body }) => addSuppression(ctx, body),
      'DELETE /suppressions/:id': ({ ctx, params }) => {
        removeSuppression(ctx, params.id)
        return { ok: true }
      },
    }),
  reactions: [
    reaction('message.delivered', (ctx, { messageId, ticketId, data }) => {
      if (data.ack < 0) noteRefusedMarketing(ctx, messageId, ticketId)
    }),
  ],
  presenters: [suppressionLive],
}
