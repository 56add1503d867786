import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Domain } from '../platform/domain'
import { templateCalls } from './template.calls'
import { templateLive } from './template.events'
import { listTemplates } from './template.queries'

export const templateDomain: Domain = {
  name: 'template',
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'template' }).use(guard), templateCalls, {
      'GET /templates': ({ ctx, query }) => listTemplates(ctx, query),
    }),
  presenters: [templateLive],
}
