import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { existingQueueIds, findQueue } from '../../queue/queue.queries'
import { isSettingEnabled } from '../../setting/setting.queries'
import type { ConnectionBody } from '../connection.contract'
import { botErrors } from './check-bots'
import { asksForImport, connectionErrors } from './connection-rules.contract'

/**
 * Checks the rules between fields, and between them and the company.
 * @throws Refusal ERR_INVALID_INPUT naming every field, ERR_WAPP_GREETING_REQUIRED
 */
export function checkConnection(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody) {
  const rates = isSettingEnabled(ctx, 'userRating')
  const fields = {
    ...queueErrors(ctx, after, before),
    ...connectionErrors(after, { rates, today: localDay(ctx.now, timeZoneOf(ctx)), before }),
    ...botErrors(ctx, after, before),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
  if (new Set(after.queueIds).size > 1 && !after.greetingMessage.trim()) {
    refuse('ERR_WAPP_GREETING_REQUIRED', { fields: { greetingMessage: 'required' } })
  }
}

function queueErrors(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody): Record<string, string> {
  const { queueIds, sendIdQueue, queueIdImportMessages, channel } = after
  const isUnknown = (id: number | null) => id !== null && !findQueue(ctx, id)
  const imports = asksForImport(after, before)
  return {
    ...(existingQueueIds(ctx, queueIds).length < new Set(queueIds).size ? { queueIds: 'unknown' } : {}),
    ...(isUnknown(sendIdQueue) ? { sendIdQueue: 'unknown' } : {}),
    ...(imports && isUnknown(queueIdImportMessages) ? { queueIdImportMessages: 'unknown' } : {}),
    ...(imports && channel !== 'whatsapp' ? { enableImportMessage: 'unavailable' } : {}),
  }
}
