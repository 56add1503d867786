import { Elysia } from 'elysia'
import * as v from 'valibot'
import { findContactByNumber } from '../../contact/contact.queries'
import { hashSecret } from '../../kernel/config/sealed-secret'
import { asSystem, type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse, required } from '../../kernel/errors'
import { answerCalls } from '../../kernel/http/answer-calls'
import { defineCalls } from '../../kernel/http/calls'
import { createRateLimit } from '../../kernel/http/rate-limit'
import { minuteMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../../platform/platform'
import { limitGuesses } from '../../platform/sign-in/count-tries'
import { listActiveTicketIds } from '../../ticket/list/tickets-of-contact'
import { getTicket } from '../../ticket/ticket.queries'
import { assertSubscription, whenReady } from '../../user/session/authenticate'
import { findActiveRule } from '../active-rules'
import { presentFacts } from '../judge/present-facts'
import { findTicketFacts } from '../judge/rule-facts.view'
import { ruleRecords } from '../rule.record'
import { depthHeader } from '../run/call-webhook'
import { planRun } from '../run/plan-run'

/** The ticket by id or uuid, or the newest unresolved one of the number. All else is for conditions. */
const HookBody = v.looseObject({
  ticketId: v.optional(v.union([v.pipe(v.number(), v.integer(), v.minValue(1)), v.pipe(v.string(), v.maxLength(40))])),
  number: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** A repeated one does nothing. */
  key: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
type HookBody = v.InferOutput<typeof HookBody>

export const ruleHookCalls = defineCalls({
  'POST /hooks/rules/:token': {
    public: true,
    params: v.object({ token: v.pipe(v.string(), v.regex(/^\d{1,15}-\d{1,15}-[A-Za-z0-9]{40}$/)) }),
    body: HookBody,
    limits: { jsonBytesMax: 64 * 1024 },
    /** `accepted`: the rule is on, and its conditions are met. */
    answer: v.object({ accepted: v.boolean(), ticketId: v.number() }),
  },
})

export function ruleHookRoutes(platform: Platform) {
  const calls = createRateLimit({ limit: 120, windowMs: minuteMs })
  return answerCalls(new Elysia({ name: 'rule-hooks' }), ruleHookCalls, {
    'POST /hooks/rules/:token': async ({ params: { token }, body, request }) => {
      const { ctx, ruleId } = await openByToken(platform, request, token)
      calls.take(`${ctx.company.id}/${ruleId}`, ctx.now.getTime())
      const depth = Math.min(100, Math.max(0, Number(request.headers.get(depthHeader)) || 0))
      return callRule(asSystem(ctx), ruleId, body, depth)
    },
  })
}

/** @throws Refusal ERR_NO_PERMISSION, ERR_SUBSCRIPTION_EXPIRED */
async function openByToken(platform: Platform, request: Request, token: string) {
  const [companyId = 0, ruleId = 0] = token.split('-', 2).map(Number)
  const hash = hashSecret(token)
  if (!platform.files.existsAnywhere(companyId)) return refuseGuess(platform, request, token)
  await whenReady(platform, companyId)
  await platform.turns.take(`${companyId}/rule/${ruleId}`)
  const ctx = createContext(platform.files.use(companyId))
  if (ruleRecords.find(ctx, ruleId)?.tokenHash !== hash) return refuseGuess(platform, request, token)
  limitGuesses(platform, request, 'ruleToken', token, true)
  assertSubscription(platform, ctx)
  return { ctx, ruleId }
}

function refuseGuess(platform: Platform, request: Request, token: string): never {
  limitGuesses(platform, request, 'ruleToken', token, false)
  return refuse('ERR_NO_PERMISSION')
}

function callRule(ctx: CompanyContext, ruleId: number, body: HookBody, depth: number) {
  return ctx.transaction(() => {
    const ticketId = findTarget(ctx, body)
    const rule = findActiveRule(ctx, ruleId)
    const ticket = required(findTicketFacts(ctx, ticketId), 'ERR_NO_TICKET_FOUND')
    const isMet = rule?.trigger.kind === 'webhook' && rule.isMet(presentFacts(ctx, ticket, { called: body }))
    if (!isMet) return { accepted: false, ticketId }
    const cause = `call ${body.key ?? Bun.randomUUIDv7()}`
    planRun(ctx, rule, { ticketId, cause, called: body, isJudged: true }, depth)
    return { accepted: true, ticketId }
  })
}

/** @throws Refusal ERR_NO_TICKET_FOUND, ERR_INVALID_INPUT */
function findTarget(ctx: CompanyContext, { ticketId, number }: HookBody) {
  if (ticketId !== undefined) {
    const isId = typeof ticketId === 'number' || /^\d{1,15}$/.test(ticketId)
    return getTicket(ctx, isId ? Number(ticketId) : ticketId).id
  }
  if (number === undefined) return refuse('ERR_INVALID_INPUT', { fields: { ticketId: 'required' } })
  const contact = findContactByNumber(ctx, number.replace(/\D/g, ''))
  return listActiveTicketIds(ctx, contact?.id ?? 0).at(-1) ?? refuse('ERR_NO_TICKET_FOUND')
}
