import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { timeZoneOf, countryOfTimeZone } from '../../kernel/time/time-zone'
import { type ConnectionControl, connectionControl } from '../running/connection-control'
import { assertMayConnect, assertWithinPlan } from '../above-plan'
import { getConnection, canManageConnections } from '../connection.queries'

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    /** A user's request; its result is recorded by connection.statusChanged. */
    'connection.sessionAsked': { connectionId: ConnectionId; what: 'try' | 'renew' | 'leave' | 'pairingCode' }
    'connection.restartAsked': Record<string, never>
  }
}

type What = 'try' | 'renew' | 'leave' | 'pairingCode'

export function tryConnection(ctx: CompanyContext, id: ConnectionId): { ok: true } {
  ask(ctx, id, 'try').start(ctx.company.id, id)
  return { ok: true }
}

export function renewConnectionCode(ctx: CompanyContext, id: ConnectionId): { ok: true } {
  ask(ctx, id, 'renew').renew(ctx.company.id, id)
  return { ok: true }
}

export function leaveConnection(ctx: CompanyContext, id: ConnectionId): { ok: true } {
  ask(ctx, id, 'leave').leave(ctx.company.id, id)
  return { ok: true }
}

/** Eight characters. @throws Refusal ERR_WAPP_NOT_INITIALIZED, and ERR_INVALID_INPUT for an unreadable number */
export async function requestPairingCode(ctx: CompanyContext, id: ConnectionId, typed: string) {
  const control = ask(ctx, id, 'pairingCode')
  // Loaded when first needed, because its numbering plans take 50 ms.
  const { readPhone } = await import('../../kernel/text/read-phone.contract')
  const phone = readPhone(typed, countryOfTimeZone(timeZoneOf(ctx)))
  if (!phone) refuse('ERR_INVALID_INPUT', { fields: { number: 'phoneCountry' } })
  const code = await control.requestPairingCode(ctx.company.id, id, phone.digits).catch((error: unknown) => {
    refuse('ERR_WAPP_NOT_INITIALIZED', { message: error instanceof Error ? error.message : String(error) })
  })
  return { pairingCode: code ?? refuse('ERR_WAPP_NOT_INITIALIZED') }
}

export function restartConnections(ctx: CompanyContext): { ok: true } {
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const control = connectionControl(ctx)
  ctx.transaction(() => void recordEvent(ctx, 'connection.restartAsked', {}, {}))
  const { log } = ctx.company.services
  control.restart(ctx.company.id).catch((error: unknown) => {
    log.error('The connections of a company could not be restarted', { company: ctx.company.id, error })
  })
  return { ok: true }
}

const codeRequests: readonly What[] = ['renew', 'pairingCode']

/** @throws Refusal ERR_NO_PERMISSION, ERR_PLAN_LIMIT, ERR_CHANNEL_CANNOT for a code of an account */
function ask(ctx: CompanyContext, id: ConnectionId, what: What): ConnectionControl {
  const connection = getConnection(ctx, id)
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const hasAccount = channelRules[connection.channel].connectedBy === 'account'
  if (hasAccount && codeRequests.includes(what)) refuse('ERR_CHANNEL_CANNOT')
  if (what === 'try') assertMayConnect(ctx, connection)
  else if (what !== 'leave') assertWithinPlan(ctx, connection)
  const control = connectionControl(ctx)
  ctx.transaction(() => void recordEvent(ctx, 'connection.sessionAsked', {}, { connectionId: id, what }))
  return control
}
