import type { CompanyAbout } from '../../kernel/company/company-files'
import type { AgentTypeView } from '../agent/agent.calls'
import { type AgentTypeName, agentTypeNames } from '../agent/agent.contract'
import { agentTypesEn } from './agent-types.en'
import { agentTypesEs } from './agent-types.es'
import { agentTypesPt, type AgentTypes } from './agent-types.pt'

export const agentTypeIds: readonly number[] = agentTypeNames.map((_, index) => index + 1)

const persuasive: readonly AgentTypeName[] = ['varejo', 'imobiliario', 'automotivo', 'turismo']
const formal: readonly AgentTypeName[] = ['clinica', 'financeiro', 'negocios']

const texts: Record<CompanyAbout['language'], AgentTypes> = { pt: agentTypesPt, en: agentTypesEn, es: agentTypesEs }

export function listAgentTypes(language: CompanyAbout['language']): AgentTypeView[] {
  return agentTypeNames.map((type, index) => ({
    id: index + 1,
    type,
    ...texts[language][type],
    gender: 'nao_especificado',
    ageRange: '26 a 35',
    aboutCompany: '',
    communicationTone: toneOf(type),
  }))
}

function toneOf(type: AgentTypeName): AgentTypeView['communicationTone'] {
  if (formal.includes(type)) return 'formal_profissional'
  return persuasive.includes(type) ? 'persuasivo_vendedor' : 'casual_amigavel'
}
