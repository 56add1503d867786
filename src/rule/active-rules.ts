import { eq } from 'drizzle-orm'
import { cachedPerCompany } from '../kernel/company/cached-per-company'
import type { CompanyContext } from '../kernel/company/company-context'
import { wholeStep } from '../macro/step/step.contract'
import { compileConditions, compilePhrases } from './judge/compile-rule'
import type { TriggerKind } from './rule.contract'
import { ruleTable } from './rule.tables'

export type ActiveRule = ReturnType<typeof compile>
type RuleRow = typeof ruleTable.$inferSelect

const compile = (row: RuleRow) => ({
  id: row.id,
  name: row.name,
  trigger: row.trigger,
  steps: row.steps.map(wholeStep),
  isMet: compileConditions(row),
  hasPhrase: compilePhrases(row.trigger.words),
})

/** In the order in which they run. */
const activeRules = cachedPerCompany((ctx) => {
  const rows = ctx.db.select().from(ruleTable).where(eq(ruleTable.active, true)).all()
  const rules = rows.sort((a, b) => a.position - b.position || a.id - b.id).map(compile)
  return {
    byKind: Map.groupBy(rules, ({ trigger }) => trigger.kind),
    byId: new Map(rules.map((rule) => [rule.id, rule])),
  }
})

const none: readonly ActiveRule[] = []

export const rulesOfKind = (ctx: CompanyContext, kind: TriggerKind): readonly ActiveRule[] =>
  activeRules.get(ctx).byKind.get(kind) ?? none

export const findActiveRule = (ctx: CompanyContext, id: number) => activeRules.get(ctx).byId.get(id)

export const forgetActiveRules = (ctx: CompanyContext) => activeRules.forget(ctx)
