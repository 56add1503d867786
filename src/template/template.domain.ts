import { Elysia } from 'elysia'
import { channelRules } from '../channel/channel-rules.contract'
import { findConnection } from '../connection/connection.queries'
import { answerCalls } from '../kernel/http/answer-calls'
import { reaction } from '../kernel/event/event-log'
import type { Domain } from '../platform/domain'
import { createTemplate, deleteTemplate, getSyncState, syncNow, uploadExample } from './change-templates'
import { planSync, syncTemplatesJob } from './sync-templates'
import { templateCalls, TemplateView } from './template.calls'
import { listTemplates } from './template.queries'
import { noteTemplateChange } from './change-templates'
import { presentEach } from '../kernel/live/live'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'template.changed': { connectionId: number }
  }
}

const templateLive = presentEach({
  'template.changed': (_, { number, data }) => [
    { topics: ['all'], event: 'templates', number, data: { action: 'reload', whatsappId: data.connectionId } },
  ],
})

export const templateDomain = {
  name: 'template',
  calls: templateCalls,
  views: { TemplateView },
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'template' }).use(guard), templateCalls, {
      'GET /templates': ({ ctx, query }) => listTemplates(ctx, query),
      'POST /templates': ({ ctx, body }) => createTemplate(ctx, body),
      'POST /templates/file': ({ ctx, query, body }) => uploadExample(ctx, query, body.file),
      'GET /templates/sync': ({ ctx, query }) => getSyncState(ctx, query.whatsappId),
      'POST /templates/sync': ({ ctx, body }) => syncNow(ctx, body.whatsappId),
      'DELETE /templates/:id': ({ ctx, params }) => deleteTemplate(ctx, params.id),
    }),
  reactions: [
    reaction('connection.statusChanged', (ctx, { data }) => {
      const connection = data.status === 'CONNECTED' ? findConnection(ctx, data.connectionId) : undefined
      if (connection && channelRules[connection.channel].templates) planSync(ctx, connection.id)
    }),
  ],
  presenters: [templateLive],
  jobs: { 'template.sync': syncTemplatesJob },
  ports: { providerNotices: [noteTemplateChange] },
} satisfies Domain
