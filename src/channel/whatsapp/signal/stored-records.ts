import type { AuthenticationCreds } from '@whiskeysockets/baileys'
import { inBatches } from '../../../kernel/company/batches'
import type { CompanyContext } from '../../../kernel/company/company-context'
import type { ConnectionId } from '../../../kernel/ids'
import { type Sealer, sealRecord, unsealRecord } from './sealed-records'
import { storedKeys } from './stored-keys'

interface SealedRecords {
  connectionId: ConnectionId
  sealer: Sealer
}

interface RecordKey {
  category: string
  id: string
}

export function writeCreds(ctx: CompanyContext, records: SealedRecords, creds: AuthenticationCreds) {
  writeRecord(ctx, records, { category: 'creds', id: '', value: creds })
}

export function writeRecord(
  ctx: CompanyContext,
  { connectionId, sealer }: SealedRecords,
  { category, id, value }: RecordKey & { value: unknown },
) {
  storedKeys.put.run(ctx, { connectionId, category, id, value: sealRecord(value, sealer) })
}

/** Undefined also for one that another host sealed. */
export function readRecord(
  ctx: CompanyContext,
  { connectionId, sealer }: SealedRecords,
  { category, id }: RecordKey,
): unknown {
  const row = storedKeys.find.get(ctx, { connectionId, category, id })
  if (!row) return undefined
  try {
    return unsealRecord(category, row.value, sealer)
  } catch {
    return undefined
  }
}

export const hasCreds = (ctx: CompanyContext, connectionId: ConnectionId) =>
  storedKeys.find.get(ctx, { connectionId, category: 'creds', id: '' }) !== undefined

export function forgetKeysAtOnce(ctx: CompanyContext, connectionId: ConnectionId) {
  storedKeys.removeAll.run(ctx, { connectionId })
}

const keysAtOnce = 500

/** The other keys later: a busy account has many ten thousands. */
export async function forgetKeys(ctx: CompanyContext, connectionId: ConnectionId) {
  storedKeys.remove.run(ctx, { connectionId, category: 'creds', id: '' })
  await inBatches(ctx, {
    next: () => storedKeys.list.all(ctx, { connectionId, max: keysAtOnce }),
    work: (key) => void storedKeys.remove.run(ctx, { connectionId, ...key }),
  })
}
