import * as v from 'valibot'
import { AnyNumber, IdOrNone, orMissing, wholeNumber } from '../../../kernel/http/body-values'
import { cleanName } from '../../../kernel/text/name-text.contract'
import { customPlanMax, customPlanMin } from '../../plan/plan.contract'
import { isObject } from '../../../kernel/untyped-json.contract'

/** CPF of 11 digits, CNPJ of 14 characters, the last two digits. */
export const cleanTaxDocument = (text: string) => text.replace(/[\s./-]/g, '').toUpperCase()

export function isTaxDocument(document: string) {
  if (/^(.)\1+$/.test(document)) return false
  if (/^\d{11}$/.test(document)) return endsWithCheckDigits(document, 11)
  return /^[0-9A-Z]{12}\d{2}$/.test(document) && endsWithCheckDigits(document, 9)
}

/** 529.982.247-25, 12.ABC.345/01DE-35. */
export function formatTaxDocument(document: string) {
  const cpf = /^(\d{3})(\d{3})(\d{3})(\d{2})$/
  if (cpf.test(document)) return document.replace(cpf, '$1.$2.$3-$4')
  return document.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5')
}

/** Modulo 11; weights start at 2 on the right and restart after `weightMax`. */
function endsWithCheckDigits(document: string, weightMax: number) {
  return [2, 1].every((fromEnd) => {
    const end = document.length - fromEnd
    return checkDigit(document.slice(0, end), weightMax) === Number(document[end])
  })
}

function checkDigit(text: string, weightMax: number) {
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    const weight = 2 + ((text.length - 1 - i) % (weightMax - 1))
    // Letters start at 17, as Receita Federal defines for CNPJs since 2026.
    sum += (text.charCodeAt(i) - 48) * weight
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

export const PayerName = v.pipe(
  v.string('fullNameRequired'),
  v.transform(cleanName),
  v.check((name) => name !== '', 'fullNameRequired'),
  v.maxLength(100, 'tooLong'),
)
export const PayerDocument = v.pipe(
  v.string('documentRequired'),
  v.maxLength(30, 'invalidDocument'),
  v.transform(cleanTaxDocument),
  v.check((document) => document !== '', 'documentRequired'),
  v.check((document) => document === '' || isTaxDocument(document), 'invalidDocument'),
)

const planIdOf = (given: unknown): unknown => {
  if (typeof given === 'string' && given.trim().startsWith('{')) {
    try {
      return planIdOf(JSON.parse(given))
    } catch {
      return given
    }
  }
  if (!isObject(given)) return given
  const { planId, id } = given
  return planId ?? id
}

export const customPlan = 'custom'
const PlanChoice = v.pipe(v.unknown(), v.transform(planIdOf), v.union([v.literal(customPlan), IdOrNone], 'invalid'))
const Count = v.optional(orMissing(wholeNumber(0, 100_000)))

const fits = (count = 0) => count >= customPlanMin && count <= customPlanMax

/** `plan`: a public plan's id, `custom`, or omitted for the invoice's own. `price`: confirmed by the user, in reais. */
export const SubscriptionBody = v.pipe(
  v.object({
    plan: v.optional(PlanChoice),
    price: v.pipe(AnyNumber, v.minValue(0, 'tooSmall'), v.maxValue(100_000_000, 'tooLarge')),
    users: Count,
    connections: Count,
    invoiceId: v.optional(IdOrNone),
    name: v.optional(orMissing(PayerName)),
    document: v.optional(orMissing(PayerDocument)),
  }),
  v.forward(
    v.partialCheck([['plan'], ['users']], ({ plan, users }) => plan !== customPlan || fits(users), 'customSize'),
    ['users'],
  ),
  v.forward(
    v.partialCheck(
      [['plan'], ['connections']],
      ({ plan, connections }) => plan !== customPlan || fits(connections),
      'customSize',
    ),
    ['connections'],
  ),
)
export type SubscriptionBody = v.InferOutput<typeof SubscriptionBody>
