import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import { refuse } from '../kernel/errors'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import type { UserGuard } from '../kernel/http/user-guard'
import { canManageConnections } from '../connection/connection.policy'
import { integrationCalls } from './integration.calls'
import {
  assertManagesIntegrations,
  createIntegration,
  deleteIntegration,
  updateIntegration,
} from './integration.commands'
import { integrationRecords, listIntegrationPicks, listIntegrations, presentIntegration } from './integration.records'
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
    'GET /queueIntegration': ({ ctx, query }) => {
      assertManagesIntegrations(ctx)
      refuseOtherCompany(ctx, query.companyId)
      return listIntegrations(ctx, query)
    },
    'POST /queueIntegration/testSession': ({ ctx, body }) => testIntegration(ctx, body),
    'GET /queueIntegration/:id': ({ ctx, params }) => {
      assertManagesIntegrations(ctx)
      return presentIntegration(ctx, integrationRecords.get(ctx, params.id))
    },
    'POST /queueIntegration': ({ ctx, body }) => createIntegration(ctx, body),
    'PUT /queueIntegration/:id': ({ ctx, params, body }) => updateIntegration(ctx, params.id, body),
    'DELETE /queueIntegration/:id': ({ ctx, params }) => {
      deleteIntegration(ctx, params.id)
      return { ok: true }
    },
  })
}
