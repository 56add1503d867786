import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import { createRateLimit } from '../../kernel/http/rate-limit'
import { noteTest } from './company-delivery-log'
import { sendAgain } from './deliver-webhooks'
import { findDeliveryById } from './delivery.queries'
import { deliveryTarget, type TargetName } from './delivery-targets'
import { sendPing } from './send-ping'

const manualCalls = perCompany(() => createRateLimit({ limit: 30, windowMs: 60_000 }))

function webhookFor(ctx: CompanyContext, target: TargetName) {
  const webhook = deliveryTarget(target).get(ctx) ?? refuse('ERR_INVALID_INPUT', { fields: { url: 'required' } })
  manualCalls(ctx.company).take('', ctx.now.getTime())
  return webhook
}

export async function sendTest(given: CompanyContext, target: TargetName) {
  const { id, services } = given.company
  const call = services.outgoing.of(id, 'webhook')
  const { result, ...attempt } = await sendPing(call, services.clock, webhookFor(given, target))
  noteTest(createContext(given.company), target, attempt)
  return result
}

/** @throws Refusal ERR_NO_DELIVERY_FOUND, also without its body */
export function sendLogged(ctx: CompanyContext, target: TargetName, id: number) {
  const webhook = webhookFor(ctx, target)
  const delivery = findDeliveryById(ctx, id)
  if (delivery?.target !== target || !delivery.body) refuse('ERR_NO_DELIVERY_FOUND')
  return sendAgain(() => createContext(ctx.company), { target, webhook }, delivery)
}
