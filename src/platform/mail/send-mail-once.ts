import { asc, eq, inArray, lt } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import { mailOnceTable } from './mail.tables'
import { type Mail, sendMail } from './send-mail'

const keptMs = 400 * dayMs

const { key, at } = mailOnceTable

const statements = {
  known: statement((db, of: { key: string }) => db.select({ key }).from(mailOnceTable).where(eq(key, of.key))),
  take: statement((db, of: { key: string; at: Date }) =>
    db.insert(mailOnceTable).values({ key: of.key, at: of.at }).onConflictDoNothing().returning({ key }),
  ),
  // Deletes two per mail, so the table shrinks faster than it grows.
  forget: statement((db, of: { before: Date }) => {
    const oldest = db.select({ key }).from(mailOnceTable).where(lt(at, of.before)).orderBy(asc(at)).limit(2)
    return db.delete(mailOnceTable).where(inArray(key, oldest))
  }),
}

export const wasMailed = (ctx: CompanyContext, key: string) => statements.known.get(ctx, { key }) !== undefined

/** Whatever runs again, also after a crash, sends no second one. The mail is made only if it is to be sent. */
export function sendMailOnce(ctx: CompanyContext, key: string, make: () => Omit<Mail, 'key'>): boolean {
  return ctx.transaction(() => {
    if (!statements.take.get(ctx, { key, at: ctx.now })) return false
    statements.forget.run(ctx, { before: addMs(ctx.now, -keptMs) })
    sendMail(ctx, { ...make(), key })
    return true
  })
}
