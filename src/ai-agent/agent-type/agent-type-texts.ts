import type { AgentTypeView } from '../agent/agent.calls'

export type AgentTypeTexts = Pick<
  AgentTypeView,
  'name' | 'shortBio' | 'expertiseAreas' | 'greetingPhrase' | 'mainObjective'
>
/** In display order. */
export type AgentTypes = Record<AgentTypeName, AgentTypeTexts>

/** Their ids are their places, from 1, and do not change. */
export const agentTypeNames = [
  'clinica',
  'educacao',
  'negocios',
  'varejo',
  'suporte_tecnico',
  'financeiro',
  'turismo',
  'imobiliario',
  'gastronomia',
  'automotivo',
  'custom',
] as const
export type AgentTypeName = (typeof agentTypeNames)[number]
