import * as v from 'valibot'
import { BotErrorView } from '../bot/bot-error.contract'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import {
  IntegrationBody,
  ListIntegrationsQuery,
  TestIntegrationBody,
  UpdateIntegrationBody,
} from './integration.contract'
import { FlowTriggerView } from '../flow/flow.calls'
import { AddFlowTriggerBody } from './trigger/flow-trigger.contract'
import { integrationLanguages, integrationTypes } from './integration-types.contract'

const SecretState = v.picklist(['none', 'set', 'unreadable'])

/** An integration in answers and live events. Secrets are never answered. */
export const IntegrationView = v.object({
  id: v.number(),
  type: v.picklist(integrationTypes),
  name: v.string(),
  projectName: v.string(),
  language: v.picklist(integrationLanguages),
  /** Masked in lists and live events; empty when another host sealed it. */
  urlN8N: v.string(),
  typebotSlug: v.string(),
  typebotDelayMessage: v.number(),
  typebotExpires: v.number(),
  typebotKeywordFinish: v.string(),
  typebotKeywordRestart: v.string(),
  typebotRestartMessage: v.string(),
  typebotUnknownMessage: v.string(),
  flowId: v.nullable(v.number()),
  /** `unreadable`: sealed by another host, so it has to be entered again. */
  jsonContentState: SecretState,
  secretState: SecretState,
  hasJsonContent: v.boolean(),
  /** Address of the service account; empty without one. */
  clientEmail: v.string(),
  botError: v.nullable(BotErrorView),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type IntegrationView = v.InferOutput<typeof IntegrationView>

export const IntegrationPick = v.object({ id: v.number(), name: v.string(), type: v.picklist(integrationTypes) })
export type IntegrationPick = v.InferOutput<typeof IntegrationPick>

export const IntegrationTestAnswer = v.object({
  messages: v.array(v.string()),
  durationMs: v.number(),
  /** Parts of the answer that cannot be used, such as the id of a queue that the company does not have. */
  problems: v.array(v.object({ code: v.string(), message: v.string() })),
})
export type IntegrationTestAnswer = v.InferOutput<typeof IntegrationTestAnswer>

/** A pasted service account. */
const limits = { jsonBytesMax: 128 * 1024 }

export const integrationCalls = defineCalls({
  'POST /flowbuilder/triggers': { body: AddFlowTriggerBody, answer: v.object({ triggers: v.array(FlowTriggerView) }) },
  'GET /queueIntegration/list': { answer: v.array(IntegrationPick) },
  'GET /queueIntegration': {
    query: ListIntegrationsQuery,
    answer: v.object({ queueIntegrations: v.array(IntegrationView), hasMore: v.boolean(), count: v.number() }),
  },
  'POST /queueIntegration/testSession': { body: TestIntegrationBody, limits, answer: IntegrationTestAnswer },
  'GET /queueIntegration/:id': { params: IdParams, answer: IntegrationView },
  'POST /queueIntegration': { body: IntegrationBody, limits, answer: IntegrationView },
  'PUT /queueIntegration/:id': { params: IdParams, body: UpdateIntegrationBody, limits, answer: IntegrationView },
  'DELETE /queueIntegration/:id': { params: IdParams, answer: Done },
})

declare module '../kernel/record/record-change.contract' {
  interface Records {
    queueIntegration: IntegrationView
  }
}
