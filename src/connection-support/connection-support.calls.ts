import * as v from 'valibot'
import { defineCalls } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'

const Named = v.object({ id: v.number(), name: v.string() })

/** Options of the dialog for another company's connection. */
export const ConnectionChoices = v.object({
  queues: v.array(v.object({ ...Named.entries, color: v.string() })),
  /** Empty where the plan lacks the feature, as are prompts, agents and flows. */
  integrations: v.array(Named),
  prompts: v.array(Named),
  agents: v.array(Named),
  flows: v.array(v.object({ ...Named.entries, active: v.boolean(), scheduledTimeRun: v.nullable(v.string()) })),
  /** Settings on which the effect of some fields depends. */
  settings: v.object({ userRating: v.string(), enableLGPD: v.string(), scheduleType: v.string() }),
  plan: v.object({ useIntegrations: v.boolean(), useOpenAi: v.boolean() }),
})
export type ConnectionChoices = v.InferOutput<typeof ConnectionChoices>

export const connectionSupportCalls = defineCalls({
  'GET /companies/:id/connection-choices': { params: IdParams, answer: ConnectionChoices },
})
