import * as v from 'valibot'
import { nameText } from '../../kernel/text/name-text.contract'
import { AnyNumber, flagOr, readsAs, wholeNumber } from '../../kernel/http/body-values'
import { planFlags } from '../../kernel/company/company-plan.contract'

/** A company has its first admin. */
export const usersMin = 1
const Limit = wholeNumber(0, 100_000)
const storageGbMax = 1_000_000
export const storageGbDefault = 100
const Amount = v.pipe(AnyNumber, v.minValue(0, 'tooSmall'), v.maxValue(1_000_000, 'tooLarge'))

const on = flagOr(true)

export const PlanBody = v.object({
  name: nameText(2, 50),
  users: wholeNumber(usersMin, 100_000),
  connections: Limit,
  queues: Limit,
  /** Unlimited when emptied. */
  storageGb: v.optional(v.nullable(wholeNumber(1, storageGbMax)), storageGbDefault),
  amount: Amount,
  isPublic: on,
  ...v.entriesFromList(planFlags, on),
})

/** Empty until typed. */
export const PlanForm = v.object({ ...v.required(PlanBody).entries, amount: readsAs<number | null>()(Amount) })

export interface CustomPlanPrices {
  base: number
  user: number
  connection: number
}

interface CustomPlanSize {
  users: number
  connections: number
}

export const customPlanMin = 3
export const customPlanMax = 10_000

/** Reais per month, unless the host sets others. */
export const standardCustomPlanPrices: CustomPlanPrices = { base: 49, user: 11, connection: 20 }

export function customPlanPrice({ users, connections }: CustomPlanSize, prices: CustomPlanPrices) {
  return prices.base + prices.user * (users - customPlanMin) + prices.connection * (connections - customPlanMin)
}
