import type { AgentTypeView } from '../agent/agent.calls'
import type { AgentTypeName } from '../agent/agent.contract'

type AgentTypeTexts = Pick<AgentTypeView, 'name' | 'shortBio' | 'expertiseAreas' | 'greetingPhrase' | 'mainObjective'>
export type AgentTypes = Record<AgentTypeName, AgentTypeTexts>
