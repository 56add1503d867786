import { Elysia } from 'elysia'
import { eq } from 'drizzle-orm'
import { isAdmin } from '../../kernel/company/actor'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import type { UserId } from '../../kernel/ids'
import { hasCompany } from '../../platform/company/company.queries'
import { readLeaveToken } from '../../platform/mail/mailing'
import type { Platform } from '../../platform/platform'
import { whenReady } from '../session/authenticate'
import { findUser, listUsers } from '../user.queries'
import { userTable } from '../user.tables'
import { mailChoiceCalls, type MailChoiceView, mailRefusalCalls } from './mail-choice.calls'
import { mailKinds } from './mail-kinds.contract'

/** Asking twice changes nothing, so that mail programs may repeat it. */
export function mailChoiceRoutes(guard: UserGuard, platform: Platform) {
  const open = answerCalls(new Elysia({ name: 'mail-choice' }), mailChoiceCalls, {
    'GET /mail-choice/:token': ({ params }) => readChoice(platform, params.token),
    'POST /mail-choice/:token': ({ params }) => choose(platform, params.token, false),
    'POST /mail-choice/:token/undo': ({ params }) => choose(platform, params.token, true),
  })
  return open.use(
    answerCalls(new Elysia({ name: 'mail-refusals' }).use(guard), mailRefusalCalls, {
      'GET /mail-refusals': ({ ctx }) => {
        if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
        const users = listUsers(ctx)
        return {
          refusals: mailKinds.flatMap((kind) =>
            users.filter((user) => !user[kind]).map(({ name }) => ({ kind, name })),
          ),
        }
      },
    }),
  )
}

/** Whether the user is there, and has not left a mail of that kind. */
export function isMailReader(ctx: CompanyContext, { userId, kind }: { userId: UserId; kind?: string }) {
  const user = findUser(ctx, userId)
  const recurring = mailKinds.find((name) => name === kind)
  return user !== undefined && (recurring === undefined || user[recurring])
}

/** @throws Refusal ERR_LINK_ENDED for a forged one, or one of a deleted user or company */
async function openChoice(platform: Platform, token: string) {
  const link = readLeaveToken(platform, token)
  const kind = mailKinds.find((name) => name === link?.kind)
  if (!link || !kind || !hasCompany(platform, link.companyId)) refuse('ERR_LINK_ENDED')
  await whenReady(platform, link.companyId)
  const ctx = createContext(platform.files.use(link.companyId))
  const user = findUser(ctx, link.userId) ?? refuse('ERR_LINK_ENDED')
  return { ctx, kind, user }
}

async function readChoice(platform: Platform, token: string): Promise<MailChoiceView> {
  const { ctx, kind, user } = await openChoice(platform, token)
  return { kind, company: ctx.company.services.about(ctx.company.id).name, isOn: user[kind] }
}

async function choose(platform: Platform, token: string, isOn: boolean): Promise<MailChoiceView> {
  const { ctx, kind, user } = await openChoice(platform, token)
  ctx.transaction(() => {
    if (user[kind] === isOn) return
    ctx.db
      .update(userTable)
      .set({ [kind]: isOn, updatedAt: ctx.now })
      .where(eq(userTable.id, user.id))
      .run()
    recordEvent(ctx, 'user.changed', {}, { userId: user.id, fields: [kind] })
  })
  return readChoice(platform, token)
}
