import type { Platform } from '../../platform/platform'
import { and, eq } from 'drizzle-orm'
import { createContext, type CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { noPasswordLink } from '../password-link/password-link'
import '../user.events'
import type { User } from '../user.queries'
import { userTable } from '../user.tables'

/**
 * Replaces a password that somebody else has seen or typed by one that its user chooses while signing in. Until then there is
 * no session.
 * @param password the given one, already checked
 * @throws Refusal ERR_PASSWORD_CHANGE_REQUIRED without a new one; ERR_INVALID_INPUT for the same one again;
 * ERR_INVALID_CREDENTIALS when the password was changed meanwhile
 */
export async function replaceInitialPassword(
  { passwords }: Platform,
  given: CompanyContext,
  user: User,
  { password, newPassword }: { password: string; newPassword?: string | undefined },
) {
  if (!newPassword) refuse('ERR_PASSWORD_CHANGE_REQUIRED')
  if (newPassword === password) refuse('ERR_INVALID_INPUT', { fields: { newPassword: 'samePassword' } })
  const passwordHash = await passwords.hash(newPassword)
  const ctx = createContext(given.company)
  ctx.transaction(() => {
    const unchanged = and(eq(userTable.id, user.id), eq(userTable.passwordHash, user.passwordHash))
    const set = { passwordHash, mustChangePassword: false, ...noPasswordLink, updatedAt: ctx.now }
    const changed = ctx.db.update(userTable).set(set).where(unchanged).returning({ id: userTable.id }).all()
    if (changed.length === 0) refuse('ERR_INVALID_CREDENTIALS')
    recordEvent(ctx, 'user.changed', {}, { userId: user.id, fields: ['password'] })
  })
}
