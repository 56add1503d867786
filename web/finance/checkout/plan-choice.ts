import type { InvoiceView, SubscriptionView } from '../../../src/platform/invoice/invoice.calls'
import { customPlanMin, customPlanPrice } from '../../../src/platform/payment/checkout/custom-plan.contract'
import type { PlanView } from '../../../src/platform/plan/plan.calls'

interface PlanSize {
  users: number
  connections: number
  queues: number
}

export interface PlanChoice extends PlanSize {
  /** Null for the current plan. */
  plan: number | 'custom' | null
  /** Empty for a custom plan. */
  name: string
  price: number
}

export function presentChoice({ plan }: SubscriptionView, invoice: InvoiceView | null): PlanChoice {
  if (!invoice) return { plan: null, name: plan.name, ...sizeOf(plan), price: plan.amount }
  return { plan: null, name: invoice.detail, ...sizeOf(invoice), price: invoice.value }
}

/** The public plans except the present one. */
export function otherChoices(plans: readonly PlanView[], { plan: present }: SubscriptionView): PlanChoice[] {
  return plans
    .filter(({ id, amount }) => id !== present.id && amount > 0)
    .map((plan) => ({ plan: plan.id, name: plan.name, ...sizeOf(plan), price: plan.amount }))
}

export function customChoice({ plan, customPlan }: SubscriptionView, users: number, connections: number): PlanChoice {
  const size = { users, connections, queues: plan.queues }
  return { plan: 'custom', name: '', ...size, price: customPlanPrice(size, customPlan) }
}

export function leastCustomSize({ used }: SubscriptionView) {
  return { users: Math.max(customPlanMin, used.users), connections: Math.max(customPlanMin, used.connections) }
}

/** Returns the resources of which the company uses more than the plan allows. */
export function tooSmallFor({ used }: SubscriptionView, size: PlanSize) {
  return (['users', 'connections', 'queues'] as const).filter((name) => used[name] > size[name])
}

const sizeOf = ({ users, connections, queues }: PlanSize): PlanSize => ({ users, connections, queues })
