import * as v from 'valibot'
import { nameText } from '../../kernel/text/name-text.contract'
import { AnyNumber, flagOr, readsAs, wholeNumber } from '../../kernel/http/body-values'
import { planFlags } from '../../kernel/company/company-plan.contract'

/** A company has its first admin. */
export const usersMin = 1
const Users = wholeNumber(usersMin, 100_000)
/** None at 0. */
const Limit = wholeNumber(0, 100_000)
const storageGbMax = 1_000_000
/** Of plans made without one. */
export const storageGbDefault = 100
/** Unlimited when emptied. */
const StorageGb = v.nullable(wholeNumber(1, storageGbMax))
const Name = nameText(2, 50)
const Amount = v.pipe(AnyNumber, v.minValue(0, 'tooSmall'), v.maxValue(1_000_000, 'tooLarge'))
/** Empty until it is typed. */
const FormAmount = readsAs<number | null>()(Amount)

const on = flagOr(true)

export const PlanBody = v.object({
  name: Name,
  users: Users,
  connections: Limit,
  queues: Limit,
  storageGb: v.optional(StorageGb, storageGbDefault),
  amount: Amount,
  isPublic: on,
  ...v.entriesFromList(planFlags, on),
})
export type PlanBody = v.InferOutput<typeof PlanBody>

export const UpdatePlanBody = v.partial(PlanBody)
export type UpdatePlanBody = v.InferOutput<typeof UpdatePlanBody>

export const PlanForm = v.object({
  name: Name,
  users: Users,
  connections: Limit,
  queues: Limit,
  storageGb: StorageGb,
  amount: FormAmount,
  isPublic: v.boolean(),
  ...v.entriesFromList(planFlags, v.boolean()),
})
