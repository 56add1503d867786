import * as v from 'valibot'
import { supportActs } from '../connection/connection.contract'
import { defineCalls, recordPage } from '../kernel/http/calls'
import { IdParams, PageNumber } from '../kernel/http/request-parts'

const Named = v.object({ id: v.number(), name: v.string() })

export const ConnectionChoices = v.object({
  queues: v.array(v.object({ ...Named.entries, color: v.string() })),
  integrations: v.array(Named),
  prompts: v.array(Named),
  agents: v.array(Named),
  flows: v.array(v.object({ ...Named.entries, active: v.boolean(), scheduledTimeRun: v.nullable(v.string()) })),
  settings: v.object({
    userRating: v.string(),
    enableLGPD: v.string(),
    scheduleType: v.string(),
    sendGreetingMessageOneQueues: v.string(),
  }),
  plan: v.object({ useIntegrations: v.boolean(), useOpenAi: v.boolean() }),
})
export type ConnectionChoices = v.InferOutput<typeof ConnectionChoices>

export const SupportLogEntry = v.object({
  id: v.number(),
  at: v.string(),
  what: v.picklist(supportActs),
  /** The id is null for one that the host created. */
  connectionId: v.nullable(v.number()),
  connectionName: v.nullable(v.string()),
  userName: v.string(),
})
export type SupportLogEntry = v.InferOutput<typeof SupportLogEntry>

export const supportLogCalls = defineCalls({
  'GET /support-log': { query: v.object({ pageNumber: PageNumber }), answer: recordPage(SupportLogEntry) },
})

export const connectionChoicesCalls = defineCalls({
  'GET /companies/:id/connection-choices': { params: IdParams, answer: ConnectionChoices },
})
