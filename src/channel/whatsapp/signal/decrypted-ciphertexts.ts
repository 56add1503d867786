import { createHash } from 'node:crypto'
import type { CompanyContext } from '../../../kernel/company/company-context'
import type { ConnectionId } from '../../../kernel/ids'
import { findDailyKey, putDailyKey } from './daily-keys'

const noBytes = Buffer.alloc(0)

/** The server redelivers it byte for byte; a resent message is encrypted again. */
export const markOf = (ciphertext: Uint8Array) =>
  createHash('sha256').update(ciphertext).digest().subarray(0, 16).toString('base64url')

/** A ciphertext can be decrypted only once, so this is stored in the same transaction as its content. */
export function noteDecrypted(ctx: CompanyContext, connectionId: ConnectionId, mark: string) {
  putDailyKey(ctx, { connectionId, kind: 'read', id: mark }, noBytes)
}

export function wasDecrypted(ctx: CompanyContext, connectionId: ConnectionId, ciphertext: Uint8Array): boolean {
  return findDailyKey(ctx, { connectionId, kind: 'read', id: markOf(ciphertext) }) !== undefined
}
