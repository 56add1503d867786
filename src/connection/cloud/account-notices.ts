import { eq } from 'drizzle-orm'
import type { ProviderNotice } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import '../connection.events'
import { noteProviderWarning } from '../inbox/provider-warning'
import { type CloudAccountRow, findCloudAccount, listConnectionsOfBusiness } from './cloud-account.queries'
import { cloudAccountTable } from './cloud-account.tables'
import { objectOf } from '../../kernel/untyped-json.contract'

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '')
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Takes over what Meta reports about a number's quality and an account's restrictions. */
export function noteCloudAccountNotice(
  ctx: CompanyContext,
  _connectionId: ConnectionId,
  { topic, businessAccountId, value }: ProviderNotice,
) {
  const event = textOf(value['event'])
  if (topic === 'phone_number_quality_update') {
    const number = digitsOf(textOf(value['display_phone_number']))
    const tier = textOf(value['current_limit'])
    for (const account of accountsOf(ctx, businessAccountId)) {
      if (digitsOf(account.displayNumber) !== number) continue
      const quality = event === 'FLAGGED' ? 'RED' : event === 'UNFLAGGED' ? 'GREEN' : account.quality
      change(ctx, account, { quality, ...(tier ? { tier } : {}) })
      // Meta pauses what it considers unwanted; going on would cost the number.
      if (event === 'FLAGGED') noteProviderWarning(ctx, account.connectionId, 'quality: RED')
    }
  }
  if (topic === 'phone_number_name_update' && textOf(value['decision']) === 'APPROVED') {
    const number = digitsOf(textOf(value['display_phone_number']))
    const verifiedName = textOf(value['requested_verified_name'])
    for (const account of accountsOf(ctx, businessAccountId)) {
      if (digitsOf(account.displayNumber) === number && verifiedName) change(ctx, account, { verifiedName })
    }
  }
  if (topic === 'account_update' && isRestriction(event, value)) {
    const violation = objectOf(value['violation_info'])
    const reason = [event, textOf(violation['violation_type'])].filter(Boolean).join(': ')
    for (const { connectionId } of accountsOf(ctx, businessAccountId)) noteProviderWarning(ctx, connectionId, reason)
  }
}

function isRestriction(event: string, value: ProviderNotice['value']) {
  const isEnd = objectOf(value['ban_info'])['waba_ban_state'] === 'REINSTATE'
  return !isEnd && /^(ACCOUNT_RESTRICTION|ACCOUNT_VIOLATION|DISABLED_UPDATE)$/.test(event)
}

const accountsOf = (ctx: CompanyContext, businessAccountId: string) =>
  listConnectionsOfBusiness(ctx, businessAccountId).flatMap((id) => findCloudAccount(ctx, id) ?? [])

function change(
  ctx: CompanyContext,
  { connectionId }: CloudAccountRow,
  values: Partial<Pick<CloudAccountRow, 'quality' | 'tier' | 'verifiedName'>>,
) {
  ctx.db.update(cloudAccountTable).set(values).where(eq(cloudAccountTable.connectionId, connectionId)).run()
  recordEvent(ctx, 'connection.updated', {}, { connectionId })
}
