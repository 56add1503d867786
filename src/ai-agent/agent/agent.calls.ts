import * as v from 'valibot'
import { BotErrorView } from '../../bot/bot-error.contract'
import { defineCalls, Done } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import { AgentBody, ageRanges, agentTypeNames, communicationTones, genders, UpdateAgentBody } from './agent.contract'

/** What an agent has in common with the type it was made of. */
const persona = {
  shortBio: v.string(),
  gender: v.picklist(genders),
  ageRange: v.picklist(ageRanges),
  expertiseAreas: v.string(),
  greetingPhrase: v.string(),
  aboutCompany: v.string(),
  mainObjective: v.string(),
  communicationTone: v.picklist(communicationTones),
}

/** An agent in answers and live events. */
export const AgentView = v.object({
  id: v.number(),
  name: v.string(),
  ...persona,
  companyWebsite: v.string(),
  instagram: v.string(),
  aiProviderId: v.number(),
  aiModelListId: v.number(),
  /** The model's name at its provider. */
  model: v.string(),
  delay: v.number(),
  queuesId: v.array(v.number()),
  tagsId: v.array(v.number()),
  agentTypeId: v.number(),
  botError: v.nullable(BotErrorView),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type AgentView = v.InferOutput<typeof AgentView>

export const AgentTypeView = v.object({
  id: v.number(),
  name: v.string(),
  type: v.picklist(agentTypeNames),
  ...persona,
})
export type AgentTypeView = v.InferOutput<typeof AgentTypeView>

const QueuePick = v.object({ id: v.number(), name: v.string(), color: v.string() })

export const agentCalls = defineCalls({
  'GET /agents': { answer: v.array(AgentView) },
  'GET /agents/:id': { params: IdParams, answer: AgentView },
  'POST /agents': { body: AgentBody, answer: AgentView },
  'PUT /agents/:id': { params: IdParams, body: UpdateAgentBody, answer: AgentView },
  'DELETE /agents/:id': { params: IdParams, answer: Done },
  'GET /agenttype': { answer: v.array(AgentTypeView) },
  'GET /queue/agent': { answer: v.array(QueuePick) },
})

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    agent: AgentView
  }
}
