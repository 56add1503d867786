import type { Domain } from '../platform/domain'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import { refuse } from '../kernel/errors'
import type { UserGuard } from '../kernel/http/user-guard'
import { integrationCalls, IntegrationPick } from './integration.calls'
import { createIntegration, updateIntegration } from './integration.commands'
import { integrationRecords, listIntegrationPicks, presentIntegration, IntegrationView } from './integration.record'
import { triggersOf, type Flow, getFlow } from '../flow/flow.queries'
import { testIntegration } from './test-integration'
import { getConnection, optionsOf, canManageConnections } from '../connection/connection.queries'
import { changeConnection } from '../connection/save/save-connection'
import { scheduleFlow } from '../flow/flow.commands'
import { createFlowCampaign } from '../flow/phrase/phrase.commands'
import { linesOf } from '../flow/phrase/phrase-index'
import type { CompanyContext } from '../kernel/company/company-context'
import { freeName } from '../kernel/text/name-text.contract'
import { updateChatbot } from '../queue/chatbot/chatbot.commands'
import { updateQueue } from '../queue/queue.commands'
import type { AddFlowTriggerBody } from './integration.contract'
import { sealOldAddresses } from '../kernel/config/seal-old-addresses'
import { createContext } from '../kernel/company/company-context'

function integrationRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'integration-routes' }).use(guard), integrationCalls, {
    'POST /flowbuilder/triggers': ({ ctx, body }) => {
      addFlowTrigger(ctx, body)
      return { triggers: [...triggersOf(ctx, body.flowId)] }
    },
    'GET /queueIntegration/list': ({ ctx }) => {
      if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
      // Chosen ones are silent then.
      return ctx.plan.useIntegrations ? listIntegrationPicks(ctx) : []
    },
  })
}

const integrations = integrationRecords.answering({
  'POST /queueIntegration/testSession': ({ ctx, body }) => testIntegration(ctx, body),
  'GET /queueIntegration/:id': ({ ctx, params }) => presentIntegration(ctx, integrationRecords.get(ctx, params.id)),
  'POST /queueIntegration': ({ ctx, body }) => createIntegration(ctx, body),
  'PUT /queueIntegration/:id': ({ ctx, params, body }) => updateIntegration(ctx, params.id, body),
})

/** Queues and options get the flow's integration, created on demand. @throws Refusal ERR_NO_FLOW_FOUND and the record's */
function addFlowTrigger(ctx: CompanyContext, { flowId, ...trigger }: AddFlowTriggerBody) {
  integrationRecords.assertMayChange(ctx)
  ctx.transaction(() => {
    const flow = getFlow(ctx, flowId)
    switch (trigger.kind) {
      case 'phrase':
        return void createFlowCampaign(ctx, { ...trigger, flowId, name: phraseName(trigger.phrase), status: true })
      case 'welcome':
        return changeConnection(ctx, trigger.whatsappId, { flowIdWelcome: flowId })
      case 'notPhrase':
        return changeConnection(ctx, trigger.whatsappId, { flowIdNotPhrase: flowId })
      case 'scheduled': {
        const { flowIdsScheduled } = optionsOf(getConnection(ctx, trigger.whatsappId))
        changeConnection(ctx, trigger.whatsappId, { flowIdsScheduled: [...flowIdsScheduled, flowId] })
        return void scheduleFlow(ctx, flowId, trigger.scheduledTimeRun)
      }
      case 'queue':
        return void updateQueue(ctx, trigger.queueId, { integrationId: integrationOf(ctx, flow) })
      case 'option': {
        const target = {
          queueType: 'integration',
          optIntegrationId: integrationOf(ctx, flow),
          closeTicket: false,
        } as const
        return void updateChatbot(ctx, trigger.optionId, target)
      }
    }
  })
}

const phraseName = (phrase: string) => (linesOf(phrase)[0] ?? '').slice(0, 100).toWellFormed()

function integrationOf(ctx: CompanyContext, { id: flowId, name }: Flow): number {
  const all = integrationRecords.list(ctx)
  const own = all.find((integration) => integration.type === 'flowbuilder' && integration.flowId === flowId)
  if (own) return own.id
  const free = freeName(name, new Set(all.map(({ nameKey }) => nameKey)))
  return integrationRecords.create(ctx, { type: 'flowbuilder', name: free, projectName: free, flowId }).id
}

export const integrationDomain = {
  name: 'integration',
  calls: integrationCalls,
  views: { IntegrationPick, IntegrationView },
  records: [integrations],
  routes: ({ guard }) => integrationRoutes(guard),
  onOpen: [
    ({ files }, id) =>
      sealOldAddresses(createContext(files.use(id)), [{ table: 'queue_integration', key: 'id', column: 'url_n8n' }]),
  ],
} satisfies Domain
