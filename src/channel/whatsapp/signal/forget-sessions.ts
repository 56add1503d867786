import type { AuthenticationCreds } from '@whiskeysockets/baileys'
import { eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { whatsappKeyTable } from '../whatsapp.tables'
import { readRecord, writeCreds } from './stored-records'

/** What a ratchet step changes. */
const sessionCategories = ['session', 'sender-key', 'sender-key-memory', 'pre-key']

/** More than an account uses up in the time that backups are kept. Pre-key ids have 24 bits. */
const preKeyGap = 100_000

/** Makes earlier keys usable: the account stays paired, and phones negotiate sessions. One-time keys get ids that were not given yet. */
export function forgetSessions(ctx: CompanyContext) {
  const { category, connectionId } = whatsappKeyTable
  const { sealer } = ctx.company.services
  const paired = ctx.db.select({ connectionId }).from(whatsappKeyTable).where(eq(category, 'creds')).all()
  ctx.db.delete(whatsappKeyTable).where(inArray(category, sessionCategories)).run()
  for (const row of paired) {
    const of = { connectionId: row.connectionId, sealer }
    const creds = readRecord(ctx, of, { category: 'creds', id: '' }) as AuthenticationCreds | undefined
    if (!creds) continue
    const nextPreKeyId = (creds.nextPreKeyId + preKeyGap) % 2 ** 24 || 1
    writeCreds(ctx, of, { ...creds, nextPreKeyId, firstUnuploadedPreKeyId: nextPreKeyId })
  }
}
