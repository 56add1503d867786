import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'
import { ageRanges, agentTypeNames, communicationTones, genders } from './agent.contract'

export const AgentTypeView = v.object({
  id: v.number(),
  name: v.string(),
  type: v.picklist(agentTypeNames),
  shortBio: v.string(),
  gender: v.picklist(genders),
  ageRange: v.picklist(ageRanges),
  expertiseAreas: v.string(),
  greetingPhrase: v.string(),
  aboutCompany: v.string(),
  mainObjective: v.string(),
  communicationTone: v.picklist(communicationTones),
})
export type AgentTypeView = v.InferOutput<typeof AgentTypeView>

const QueuePick = v.object({ id: v.number(), name: v.string(), color: v.string() })

export const agentTypeCalls = defineCalls({
  'GET /agenttype': { answer: v.array(AgentTypeView) },
  'GET /queue/agent': { answer: v.array(QueuePick) },
})
