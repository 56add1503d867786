import * as v from 'valibot'
import { AnyNumber, IdOrNone, orMissing, wholeNumber } from '../../../kernel/http/body-values'
import { cleanName } from '../../../kernel/text/name-text.contract'
import { customPlanMax, customPlanMin } from '../checkout/custom-plan.contract'
import { cleanTaxDocument, isTaxDocument } from '../checkout/tax-document.contract'
import { isObject } from '../../../kernel/untyped-json.contract'

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
