import type { AgentTypeView } from '../agent/agent.calls'

/** Texts of one type, in one language. */
export type AgentTypeTexts = Pick<
  AgentTypeView,
  'name' | 'shortBio' | 'expertiseAreas' | 'greetingPhrase' | 'mainObjective'
>
/** By type, in the order in which they are offered. */
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
