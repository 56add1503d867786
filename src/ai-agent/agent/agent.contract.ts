import * as v from 'valibot'
import { IdOrNone, orMissing, readsAs, textOrNone, wholeNumber, Id, choiceOr } from '../../kernel/http/body-values'
import { nameText } from '../../kernel/text/name-text.contract'
import { listUpTo } from '../../kernel/http/request-parts'

/** An id is the position from 1, and must not change. */
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

export const genders = ['masculino', 'feminino', 'nao_especificado'] as const
export const ageRanges = ['18 a 25', '26 a 35', '36 a 45', '46 ou mais'] as const
export const communicationTones = ['formal_profissional', 'casual_amigavel', 'persuasivo_vendedor'] as const

/** Seconds. */
export const delayMax = 300
const targetsMax = 100

const line = (max: number) => v.optional(v.pipe(textOrNone(max), v.trim()), '')
const Targets = v.optional(orMissing(listUpTo(Id, targetsMax)))

function chosenId(missing: string) {
  return readsAs<number | null>()(
    v.pipe(
      IdOrNone,
      v.check((id) => id !== null, missing),
      v.transform((id) => id ?? 0),
    ),
  )
}

export const AgentBody = v.object({
  name: nameText(1, 100),
  shortBio: line(1000),
  gender: choiceOr(genders, 'nao_especificado'),
  ageRange: choiceOr(ageRanges, '26 a 35'),
  expertiseAreas: line(1000),
  greetingPhrase: line(1000),
  aboutCompany: line(5000),
  mainObjective: line(2000),
  companyWebsite: line(300),
  instagram: line(100),
  communicationTone: choiceOr(communicationTones, 'casual_amigavel'),
  aiProviderId: chosenId('required'),
  aiModelListId: chosenId('required'),
  /** Time to wait for further messages, which are answered together, in seconds. */
  delay: v.optional(wholeNumber(0, delayMax), 0),
  queuesId: Targets,
  tagsId: Targets,
  agentTypeId: chosenId('agentTypeRequired'),
})
export type AgentBody = v.InferOutput<typeof AgentBody>
