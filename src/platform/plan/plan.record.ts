import { Elysia } from 'elysia'
import { refuse } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import { defineHostRecord, hostContext } from '../host-record'
import { recordSubscription } from '../invoice/subscription.live'
import { PlanView, publicPlanCalls } from './plan.calls'
import { PlanBody } from './plan.contract'
import { listCompaniesOfPlan, presentPlan } from './plan.queries'
import type { Platform } from '../platform'
import { planTable } from '../platform.tables'

const firstPlanId = 1

export const planRecords = defineHostRecord({
  subject: 'plan',
  path: '/plans',
  list: { all: true, at: '/plans/all' },
  table: planTable,
  view: PlanView,
  body: PlanBody,
  notFound: 'ERR_NO_PLAN_FOUND',
  uniqueName: { taken: 'ERR_PLAN_NAME_ALREADY_EXISTS' },
  sort: (a, b) => a.id - b.id,
  present: () => presentPlan,
  creates: (_, { amount, ...body }) => ({ ...body, amount: centavos(amount) }),
  updates: (_, { amount, ...body }) => ({ ...body, ...(amount !== undefined && { amount: centavos(amount) }) }),
  /** @throws Refusal ERR_INITIAL_RECORD for plan 1, ERR_IN_USE */
  deletes({ platform }, { id }) {
    if (id === firstPlanId) refuse('ERR_INITIAL_RECORD')
    if (listCompaniesOfPlan(platform, id).length > 0) refuse('ERR_IN_USE')
  },
  /** Users of closed files see it on their next page. */
  changed({ platform }, action, { id }) {
    if (action !== 'update') return
    platform.catalog.companies.forget()
    for (const companyId of listCompaniesOfPlan(platform, id)) {
      if (platform.files.isOpen(companyId)) recordSubscription(platform, companyId, 'subscription.changed')
    }
  },
})

export const publicPlanRoutes = (platform: Platform) =>
  answerCalls(new Elysia({ name: 'public-plans' }), publicPlanCalls, {
    'GET /plans/list': () => planRecords.viewAll(hostContext(platform)).filter((plan) => plan.isPublic),
  })

const centavos = (reais: number) => Math.round(reais * 100)
