import { eq } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { CompanyContext } from '../kernel/company/company-context'
import { hashSecret } from '../kernel/config/sealed-secret'
import { recordEvent } from '../kernel/event/event-log'
import { randomToken } from '../kernel/ids'
import type { Domain } from '../platform/domain'
import { previewRule } from './preview/preview-rule'
import { createPreviewToken } from './preview/preview-token'
import { isTagInRule, ruleRecords } from './rule.record'
import { ruleTable } from './rule.tables'
import { ruleCallJob } from './run/call-webhook'
import { ruleRunJob } from './run/run-rule'
import { ruleReactions } from './trigger/follow-events'
import { ruleHourJob, ruleSweepJob } from './trigger/hour'
import { ruleHookCalls, ruleHookRoutes } from './trigger/rule-hook'
import { ruleSilenceJob } from './trigger/silence'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'rule.addressReplaced': { ruleId: number; name: string }
  }
}

const rules = ruleRecords.answering({
  'POST /rules/preview': async ({ ctx, body }) => {
    const token = createPreviewToken(ctx, body)
    return { ...(await previewRule(ctx, body)), token }
  },
  'POST /rules/:id/address': ({ ctx, params }) => replaceAddress(ctx, params.id),
})

const tokenLength = 40

/** The token names company and rule, so that no other index has to lead to them; its secret proves the right. */
function replaceAddress(ctx: CompanyContext, ruleId: number) {
  const { name } = ruleRecords.get(ctx, ruleId)
  const token = `${ctx.company.id}-${ruleId}-${randomToken(tokenLength)}`
  ctx.transaction(() => {
    ctx.db
      .update(ruleTable)
      .set({ tokenHash: hashSecret(token) })
      .where(eq(ruleTable.id, ruleId))
      .run()
    recordEvent(ctx, 'rule.addressReplaced', {}, { ruleId, name })
  })
  return { path: `/hooks/rules/${token}` }
}

export const ruleDomain = {
  name: 'rule',
  records: [rules],
  calls: ruleHookCalls,
  routes: ({ platform }) => new Elysia({ name: 'rule' }).use(ruleHookRoutes(platform)),
  reactions: ruleReactions,
  jobs: {
    'rule.run': ruleRunJob,
    'rule.callWebhook': ruleCallJob,
    'rule.silence': ruleSilenceJob,
    'rule.hour': ruleHourJob,
    'rule.sweep': ruleSweepJob,
  },
  ports: { tagUses: [isTagInRule] },
} satisfies Domain
