import * as v from 'valibot'
import { channelNames } from '../../channel/channel-rules.contract'
import { defineCalls } from '../../kernel/http/calls'
import { planFlags } from '../../kernel/company/company-plan.contract'
import type { RecordChange } from '../../kernel/record/record-change.contract'

export const CompanyPlanView = v.object({
  id: v.number(),
  name: v.string(),
  users: v.number(),
  connections: v.number(),
  queues: v.number(),
  storageGb: v.nullable(v.number()),
  ...v.entriesFromList(planFlags, v.boolean()),
})

export const PlanView = v.object({ ...CompanyPlanView.entries, amount: v.number(), isPublic: v.boolean() })
export type PlanView = v.InferOutput<typeof PlanView>

export const PlanUsage = v.object({
  users: v.number(),
  connections: v.number(),
  queues: v.number(),
  channels: v.array(v.picklist(channelNames)),
})
export type PlanUsage = v.InferOutput<typeof PlanUsage>

export const publicPlanCalls = defineCalls({
  'GET /plans/list': { public: true, answer: v.array(PlanView) },
})

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    plan: RecordChange<'plan', PlanView>
  }
}
