import { eq } from 'drizzle-orm'
import { createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { UserId } from '../../kernel/ids'
import { firstCompanyId, hasCompany } from '../../platform/company/company.queries'
import { audit, type Platform } from '../../platform/platform'
import { whileClaimed } from '../../platform/names/names'
import { createFirstAdmin } from '../create-user'
import { getUser } from '../user.queries'
import { userTable } from '../user.tables'
import { mailedLinkAddress, renewPasswordLink } from './password-link'

export interface TerminalLink {
  name: string
  companyId: number
  link: string
  expiresAt: string
}

/** For whoever is locked out and has the host's terminal. @throws Refusal ERR_NO_USER_FOUND, ERR_NO_COMPANY_FOUND */
export async function makeLinkForEmail(platform: Platform, email: string): Promise<TerminalLink> {
  const found = await platform.names.emails.find(email)
  if (!found || !hasCompany(platform, found.companyId)) refuse('ERR_NO_USER_FOUND')
  await platform.files.ready(found.companyId)
  const ctx = createContext(platform.files.use(found.companyId))
  const made = ctx.transaction(() => makeLink(platform, ctx, found.recordId))
  audit(platform, 'user.passwordLinkAtTerminal', { companyId: found.companyId, userId: found.recordId })
  return made
}

/** Somebody of the first company becomes one, others are created. @throws Refusal ERR_EMAIL_ALREADY_EXISTS in another company */
export async function makeSuperUser(platform: Platform, { email, name }: { email: string; name: string }) {
  const known = await platform.names.emails.find(email)
  if (known && known.companyId !== firstCompanyId) refuse('ERR_EMAIL_ALREADY_EXISTS')
  await platform.files.ready(firstCompanyId)
  const ctx = createContext(platform.files.use(firstCompanyId))
  const owner = { companyId: firstCompanyId, ...(known && { recordId: known.recordId }) }
  const claim = (await platform.names.emails.claim(email, owner)) ?? refuse('ERR_EMAIL_ALREADY_EXISTS')
  const made = await whileClaimed([claim], () =>
    ctx.transaction(() => {
      if (known) makeSuper(ctx, known.recordId)
      const userId = known?.recordId ?? createFirstAdmin(ctx, { name, email, passwordHash: '', super: true })
      if (!known) recordEvent(ctx, 'user.created', {}, { userId, name })
      return { userId, ...makeLink(platform, ctx, userId) }
    }),
  )
  await claim.confirm(made.userId, undefined)
  audit(platform, 'user.superAtTerminal', { companyId: firstCompanyId, userId: made.userId })
  return made
}

type Context = ReturnType<typeof createContext>

function makeSuper(ctx: Context, userId: UserId) {
  const columns = { super: true, profile: 'admin' as const, updatedAt: ctx.now }
  ctx.db.update(userTable).set(columns).where(eq(userTable.id, userId)).run()
  recordEvent(ctx, 'user.changed', {}, { userId, fields: ['super', 'profile'] })
}

function makeLink(platform: Platform, ctx: Context, userId: UserId): TerminalLink {
  const user = getUser(ctx, userId)
  const { nonce, expiresAt } = renewPasswordLink(ctx, userId, user.passwordHash ? 'admin' : 'invitation')
  const link = mailedLinkAddress(platform, ctx, { user, nonce })
  return { name: user.name, companyId: ctx.company.id, link, expiresAt: expiresAt.toISOString() }
}
