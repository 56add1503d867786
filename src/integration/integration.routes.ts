import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import { refuse } from '../kernel/errors'
import type { UserGuard } from '../kernel/http/user-guard'
import { canManageConnections } from '../connection/connection.policy'
import { integrationCalls } from './integration.calls'
import { createIntegration, updateIntegration } from './integration.commands'
import { integrationRecords, listIntegrationPicks, presentIntegration } from './integration.record'
import { triggersOf } from '../flow/flow-triggers.port'
import type { Platform } from '../platform/platform'
import { addFlowTrigger } from './trigger/add-flow-trigger'
import { testIntegration } from './test-integration'

export function integrationRoutes(guard: UserGuard, platform: Platform) {
  return answerCalls(new Elysia({ name: 'integration-routes' }).use(guard), integrationCalls, {
    'POST /flowbuilder/triggers': ({ ctx, body }) => {
      addFlowTrigger(platform, ctx, body)
      return { triggers: [...triggersOf(ctx, body.flowId)] }
    },
    'GET /queueIntegration/list': ({ ctx }) => {
      if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
      // Without the feature there is nothing to choose, and chosen integrations are silent.
      return ctx.plan.useIntegrations ? listIntegrationPicks(ctx) : []
    },
  })
}

export const integrations = integrationRecords.answering({
  'POST /queueIntegration/testSession': ({ ctx, body }) => testIntegration(ctx, body),
  'GET /queueIntegration/:id': ({ ctx, params }) => presentIntegration(ctx, integrationRecords.get(ctx, params.id)),
  'POST /queueIntegration': ({ ctx, body }) => createIntegration(ctx, body),
  'PUT /queueIntegration/:id': ({ ctx, params, body }) => updateIntegration(ctx, params.id, body),
})
