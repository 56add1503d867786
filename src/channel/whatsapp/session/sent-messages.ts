import { proto } from '@whiskeysockets/baileys'
import type { CompanyContext } from '../../../kernel/company/company-context'
import type { ConnectionId } from '../../../kernel/ids'
import { findDailyKey, putDailyKey } from '../signal/daily-keys'

/** A file keeps its key, so a second copy is the same message. */
export function keepSent(ctx: CompanyContext, connectionId: ConnectionId, id: string, message: proto.IMessage) {
  putDailyKey(ctx, { connectionId, kind: 'sent', id }, Buffer.from(proto.Message.encode(message).finish()))
}

export function findSent(ctx: CompanyContext, connectionId: ConnectionId, id: string): proto.IMessage | undefined {
  const bytes = findDailyKey(ctx, { connectionId, kind: 'sent', id })
  return bytes && proto.Message.decode(bytes)
}
