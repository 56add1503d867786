import * as v from 'valibot'
import { defineCalls } from '../kernel/http/calls'
import { FlowTriggerView } from '../flow/flow.calls'
import { integrationTypes, AddFlowTriggerBody } from './integration.contract'

export const IntegrationPick = v.object({ id: v.number(), name: v.string(), type: v.picklist(integrationTypes) })
export type IntegrationPick = v.InferOutput<typeof IntegrationPick>

export const IntegrationTestAnswer = v.object({
  messages: v.array(v.string()),
  durationMs: v.number(),
  problems: v.array(v.object({ code: v.string(), message: v.string() })),
})
export type IntegrationTestAnswer = v.InferOutput<typeof IntegrationTestAnswer>

export const integrationCalls = defineCalls({
  'POST /flowbuilder/triggers': { body: AddFlowTriggerBody, answer: v.object({ triggers: v.array(FlowTriggerView) }) },
  'GET /queueIntegration/list': { answer: v.array(IntegrationPick) },
})
