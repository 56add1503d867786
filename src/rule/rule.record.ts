import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { IdParams } from '../kernel/http/request-parts'
import { defineRecord } from '../kernel/record/define-record'
import { viewOf } from '../kernel/record/record-view'
import { assertSteps } from '../macro/step/assert-steps'
import { StepView, wholeStep } from '../macro/step/step.contract'
import { actorLanguage } from '../user/user.queries'
import { findLoop, type LinkedRule } from './judge/find-loop'
import { assertPreviewed, isSameToPreview } from './preview/preview-token'
import { Condition, PreviewRuleBody, RuleBody, Trigger, UpdateRuleBody } from './rule.contract'
import { ruleTable } from './rule.tables'
import { dropWaits } from './trigger/silence'

export const RuleView = viewOf(ruleTable, {
  trigger: Trigger,
  conditions: v.array(Condition),
  steps: v.array(StepView),
  tokenHash: 'hidden',
  failures: 'hidden',
  hasAddress: v.boolean(),
})
export type RuleView = v.InferOutput<typeof RuleView>

export const RulePreview = v.object({
  /** Null when nobody can know. */
  count: v.nullable(v.number()),
  days: v.array(v.object({ day: v.string(), count: v.number() })),
  examples: v.array(
    v.object({ ticketId: v.number(), uuid: v.string(), contact: v.string(), at: v.string(), isResolved: v.boolean() }),
  ),
})
export type RulePreview = v.InferOutput<typeof RulePreview>

declare module '../kernel/record/record-change.contract' {
  interface Records {
    rule: RuleView
  }
}

export const ruleRecords = defineRecord({
  subject: 'rule',
  path: '/rules',
  table: ruleTable,
  view: RuleView,
  unaudited: ['failures', 'error', 'errorStep', 'failedAt', 'lastRunAt', 'runs', 'tokenHash'],
  body: RuleBody,
  updateBody: UpdateRuleBody,
  uniqueName: {},
  read: 'admins',
  change: isAdmin,
  sort: (a, b) => a.position - b.position || a.id - b.id,
  changedBy: {
    'rule.ran': ({ data }) => [data.ruleId],
    'rule.called': ({ data }) => [data.ruleId],
    'rule.failed': ({ data }) => [data.ruleId],
    'rule.switchedOff': ({ data }) => [data.ruleId],
    'rule.addressReplaced': ({ data }) => [data.ruleId],
  },
  calls: {
    /** On what it would have run in the last seven days. Changes nothing. */
    'POST /rules/preview': { body: PreviewRuleBody, answer: v.object({ ...RulePreview.entries, token: v.string() }) },
    /** Makes the address at which a rule is called; an earlier one ends. The token is only shown here. */
    'POST /rules/:id/address': { params: IdParams, answer: v.object({ path: v.string() }) },
  },
  present:
    () =>
    ({ steps, tokenHash }) => ({ steps: steps.map(wholeStep), hasAddress: tokenHash !== '' }),
  creates(ctx, { preview, ...body }) {
    assertRule(ctx, { ...body, id: 0 })
    if (body.active) assertPreviewed(ctx, preview, body)
    return body
  },
  updates(ctx, { preview = '', ...body }, before) {
    const after = { ...before, ...body }
    // What is gone may stay in a rule that is off.
    if (body.steps || after.active) assertRule(ctx, after)
    const { kind, silent } = after.trigger
    if (!after.active || kind !== 'silence' || silent !== before.trigger.silent) dropWaits(ctx, before.id)
    const isSwitchedOn = after.active && !before.active
    if (isSwitchedOn || (after.active && !isSameToPreview(after, before))) assertPreviewed(ctx, preview, after)
    return { ...body, ...(isSwitchedOn && { failures: 0, error: '', errorStep: null, failedAt: null }) }
  },
})

export const isTagInRule = (ctx: CompanyContext, tagId: number) =>
  ruleRecords
    .list(ctx)
    .some(
      ({ trigger, conditions, steps }) =>
        trigger.tagIds.includes(tagId) ||
        conditions.some(({ field, ids }) => field === 'tag' && ids.includes(tagId)) ||
        steps.some(({ tagIds }) => tagIds.includes(tagId)),
    )

const loopTexts = {
  pt: 'Ficaria em círculo: {rules}. Mude uma condição ou um passo de uma destas regras.',
  en: 'It would run in circles: {rules}. Change a condition or a step of one of these rules.',
  es: 'Quedaría en círculo: {rules}. Cambia una condición o un paso de una de estas reglas.',
}

/** @throws Refusal ERR_INVALID_INPUT; ERR_RULE_LOOP with the names of the rules, only for one that is on */
function assertRule(ctx: CompanyContext, rule: LinkedRule & { active: boolean }) {
  assertSteps(ctx, rule.steps)
  if (!rule.active) return
  const loop = findLoop(rule, ruleRecords.list(ctx, eq(ruleTable.active, true)))
  if (!loop) return
  const text = loopTexts[actorLanguage(ctx)].replace('{rules}', [...loop, loop[0]].join(' → '))
  refuse('ERR_RULE_LOOP', { fields: { steps: text }, body: { rules: loop } })
}
