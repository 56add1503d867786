import { and, eq, ne, asc, inArray } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { UserId, QueueId } from '../kernel/ids'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { keysOf } from '../kernel/typed-object.contract'
import { whileClaimed } from '../platform/names/names'
import { cancelMail } from '../platform/mail/send-mail'
import type { Platform } from '../platform/platform'
import { forgetActors } from './actor.queries'
import { assertUserPassword } from './own-password-rules'
import { confirmPassword } from './confirm-password'
import { endSession } from './session/session'
import type { UpdateUserBody } from './user.contract'
import { canChangeUserField, canEditUser } from './user.policy'
import { switchesFromRole } from './role/role.record'
import { auditUser, queueNames } from './audit-user'
import { listUserTagIds, setUserTags } from './user-tags'
import { listUserQueues } from './user-queues.view'
import { dropPasskeys } from './passkey/passkeys'
import { linkMailKey, newPasswordLink, noPasswordLink } from './password-link/password-link'
import { getUser, type User, existingUserIds } from './user.queries'
import { setUserQueues, userColumns, checkUserPhone } from './user-columns'
import { userTable, userQueueTable } from './user.tables'

/** Stays an admin, so that each company has one. */
export const firstUserId = 1

/** @throws Refusal ERR_NO_PERMISSION, ERR_INITIAL_RECORD, ERR_EMAIL_ALREADY_EXISTS, ERR_INVALID_INPUT */
export async function updateUser(platform: Platform, ctx: CompanyContext, id: UserId, body: UpdateUserBody) {
  refuseOtherCompany(ctx, body.companyId)
  const changed = assertMayChange(ctx, getUser(ctx, id), body)
  const isOwn = actingUserId(ctx.actor) === id
  if (isOwn && opensAccount(changed)) await confirmPassword(platform, ctx, getUser(ctx, id), body.currentPassword)
  if (body.phone && changed.includes('phone')) await checkUserPhone(ctx, body.phone)
  if (body.password) {
    const { name, email } = getUser(ctx, id)
    const person = { name: body.name ?? name, email: body.email ?? email }
    await assertUserPassword(platform, ctx, person, body.password)
  }
  const passwordHash = body.password ? await platform.passwords.hash(body.password) : undefined
  const claim = changed.includes('email') ? await claimEmail(platform, ctx, id, body.email ?? '') : undefined
  await whileClaimed([claim], () =>
    ctx.transaction(() => {
      // Checked again after the waits for look-up and hash.
      const before = getUser(ctx, id)
      const fields = assertMayChange(ctx, before, body)
      if (fields.length === 0) return
      const queues = queueNames(ctx, id)
      if (fields.includes('queueIds')) setUserQueues(ctx, id, body.queueIds ?? [])
      if (fields.includes('tagIds')) setUserTags(ctx, id, body.tagIds ?? [])
      if (body.email !== undefined && fields.includes('email')) {
        assertEmailFree(ctx, body.email, id)
      }
      const columns = {
        ...userColumns(ctx, body),
        ...switchesFromRole(ctx, body, before.roleId),
        ...(passwordHash && { passwordHash, mustChangePassword: !isOwn }),
        ...(opensAccount(fields) && passwordLinkAfter(ctx, before, passwordHash)),
        updatedAt: ctx.now,
      }
      ctx.db.update(userTable).set(columns).where(eq(userTable.id, id)).run()
      forgetActors(ctx)
      if (opensAccount(fields)) cancelMail(ctx, linkMailKey(id))
      if (passwordHash) endSession(ctx, id)
      if (passwordHash && !isOwn) dropPasskeys(ctx, id)
      recordEvent(ctx, 'user.changed', {}, { userId: id, fields })
      auditUser(ctx, before, queues, passwordHash !== undefined)
    }),
  )
  await claim?.confirm(id, undefined)
}

async function claimEmail({ names }: Platform, ctx: CompanyContext, recordId: UserId, email: string) {
  const claim = await names.emails.claim(email, { companyId: ctx.company.id, recordId })
  return claim ?? refuse('ERR_EMAIL_ALREADY_EXISTS', { fields: { email: 'emailTaken' } })
}

const opensAccount = (fields: readonly string[]) => fields.includes('password') || fields.includes('email')

/** A link that was sent to the earlier address ends, and so does one whose user has a password by now. */
function passwordLinkAfter(ctx: CompanyContext, user: User, passwordHash: string | undefined) {
  return passwordHash || user.passwordHash ? noPasswordLink : newPasswordLink(ctx.now)
}

/** Forms also send unchanged fields. */
function assertMayChange(ctx: CompanyContext, user: User, body: UpdateUserBody) {
  if (!canEditUser(ctx.actor, user)) refuse('ERR_NO_PERMISSION')
  const fields = changedFields(ctx, user, body)
  if (fields.some((field) => !canChangeUserField(ctx.actor, field, user.id))) refuse('ERR_NO_PERMISSION')
  if (user.id === firstUserId && fields.includes('profile')) {
    refuse('ERR_INITIAL_RECORD', { fields: { profile: 'initialRecord' } })
  }
  return fields
}

function changedFields(ctx: CompanyContext, user: User, body: UpdateUserBody): string[] {
  const { password, currentPassword, companyId, queueIds, tagIds, whatsappId, ...plain } = body
  const fields: string[] = keysOf(plain).filter((field) => plain[field] !== undefined && plain[field] !== user[field])
  if (password) fields.push('password')
  if (whatsappId !== undefined && whatsappId !== user.connectionId) fields.push('whatsappId')
  if (queueIds && !sameQueues(ctx, user.id, queueIds)) fields.push('queueIds')
  if (tagIds && new Set(tagIds).symmetricDifference(new Set(listUserTagIds(ctx, user.id))).size > 0)
    fields.push('tagIds')
  return fields
}

function sameQueues(ctx: CompanyContext, userId: UserId, queueIds: readonly number[]) {
  const currentQueueIds = (listUserQueues(ctx, userId).get(userId) ?? []).map((queue) => queue.id)
  return new Set(queueIds).size === currentQueueIds.length && currentQueueIds.every((id) => queueIds.includes(id))
}

function assertEmailFree(ctx: CompanyContext, email: string, ownId: UserId) {
  const taken = ctx.db
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(eq(userTable.email, email), ne(userTable.id, ownId)))
    .get()
  if (taken) refuse('ERR_EMAIL_ALREADY_EXISTS', { fields: { email: 'emailTaken' } })
}

export function listQueueMembers(ctx: CompanyContext, queueId: QueueId): UserId[] {
  const { userId } = userQueueTable
  const ofQueue = eq(userQueueTable.queueId, queueId)
  const rows = ctx.db.select({ userId }).from(userQueueTable).where(ofQueue).orderBy(asc(userId)).all()
  return rows.map((row) => row.userId)
}

/** @throws Refusal ERR_INVALID_INPUT for an unknown user */
export function setQueueMembers(ctx: CompanyContext, queueId: QueueId, userIds: readonly UserId[]) {
  const wanted = new Set(userIds)
  const present = new Set(listQueueMembers(ctx, queueId))
  const [joining, leaving] = [wanted.difference(present), present.difference(wanted)]
  if (existingUserIds(ctx, [...joining]).length < joining.size) {
    refuse('ERR_INVALID_INPUT', { fields: { userIds: 'unknown' } })
  }
  const queuesBefore = new Map([...joining, ...leaving].map((id) => [id, queueNames(ctx, id)]))
  const left = and(eq(userQueueTable.queueId, queueId), inArray(userQueueTable.userId, [...leaving]))
  ctx.db.delete(userQueueTable).where(left).run()
  const members = [...joining].map((userId) => ({ userId, queueId }))
  if (members.length > 0) ctx.db.insert(userQueueTable).values(members).run()
  forgetActors(ctx)
  for (const userId of [...joining, ...leaving]) {
    recordEvent(ctx, 'user.changed', {}, { userId, fields: ['queueIds'] })
    auditUser(ctx, getUser(ctx, userId), queuesBefore.get(userId) ?? '')
  }
}
