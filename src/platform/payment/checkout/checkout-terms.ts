import { planCounts } from '../../../kernel/company/company-plan.contract'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { refuse } from '../../../kernel/errors'
import { getCompany } from '../../company/company.queries'
import type { Invoice } from '../../invoice/invoice.queries'
import { getPlan } from '../../plan/plan.queries'
import type { PlanUsage } from '../../plan/plan.calls'
import '../../plan/plan-usage'
import type { Platform } from '../../platform'
import { customPlan, type SubscriptionBody } from '../charge/charge.contract'
import { type ChargeTerms, customPlanName } from '../charge/charge-terms'
import { customPlanPrice } from './custom-plan.contract'
import { getCustomPlanPrices } from '../payment-settings'

/** The current plan costs what its invoice says; others are monthly. @throws Refusal ERR_NO_PLAN_FOUND, ERR_INVALID_INPUT */
export function checkoutTerms(
  platform: Platform,
  ctx: CompanyContext,
  invoice: Invoice | undefined,
  { plan: choice, users = 0, connections = 0 }: Pick<SubscriptionBody, 'plan' | 'users' | 'connections'>,
): ChargeTerms {
  const { company, plan } = getCompany(platform, ctx.company.id)
  if (choice === customPlan) {
    const size = { users, connections, queues: plan.queues }
    assertFits(ctx, size)
    const amount = customPlanPrice(size, getCustomPlanPrices(platform))
    return { planId: null, detail: customPlanName(size), ...size, amount, recurrence: 'MENSAL' }
  }
  if (choice !== null && choice !== undefined && choice !== company.planId) {
    const chosen = getPlan(platform, choice)
    if (!chosen.isPublic) refuse('ERR_NO_PLAN_FOUND')
    assertFits(ctx, chosen)
    return { ...termsOf(chosen), recurrence: 'MENSAL' }
  }
  const { recurrence } = company
  if (!invoice) return { ...termsOf(plan), recurrence }
  const { planId, detail, value: amount, queues } = invoice
  return { planId, detail, users: invoice.users, connections: invoice.connections, queues, amount, recurrence }
}

function termsOf({ id: planId, name: detail, users, connections, queues, amount }: ReturnType<typeof getPlan>) {
  return { planId, detail, users, connections, queues, amount }
}

function assertFits(ctx: CompanyContext, size: Pick<PlanUsage, (typeof planCounts)[number]>) {
  const { channels: _, ...used } = ctx.company.services.ports.planUsage(ctx)
  const names = planCounts.filter((name) => used[name] > size[name])
  if (names.length === 0) return
  refuse('ERR_INVALID_INPUT', { fields: Object.fromEntries(names.map((name) => [name, 'belowUse'])), body: { used } })
}
