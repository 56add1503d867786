import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { changeContactsInBulk } from './change-contacts-in-bulk'
import { contactBulkCalls } from './contact-bulk.calls'
import { exportContacts } from './export-contacts'

export function contactBulkRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'contact-bulk-routes' }).use(guard)
  return answerCalls(app, contactBulkCalls, {
    'GET /contacts/export': ({ ctx, query }) => exportContacts(ctx, query),
    'POST /contacts/bulk': async ({ ctx, body }) => ({ done: await changeContactsInBulk(ctx, body) }),
  })
}
