import type { CompanyContext } from '../kernel/company/company-context'
import type { CompanyId, UserId } from '../kernel/ids'
import { mediaUrlOf } from '../kernel/file/media-store'
import { minuteMs } from '../kernel/time/durations.contract'
import type { UserPick, UserView } from './user.calls'
import type { UserFields } from './user.calls'
import { nameOfRole } from './role/role.record'
import { hasSecondFactor } from './second-factor/factors'
import { spellSwitches } from './user-fields.contract'
import { listUserTagIds } from './user-tags'
import type { userTable } from './user.tables'

type User = typeof userTable.$inferSelect
export type QueuePick = UserPick['queues'][number]
export type IsOnline = (companyId: CompanyId, userId: UserId) => boolean

export const heartbeatMs = 5 * minuteMs

export function presentPick(ctx: CompanyContext, user: User, queues: QueuePick[] = [], isOnline: IsOnline): UserPick {
  const { id, name, profile } = user
  const profileImage = mediaUrlOf(ctx, user.profileMediaId)
  return { id, name, profile, profileImage, queues, online: isUserOnline(ctx, user, isOnline) }
}

export function presentUser(ctx: CompanyContext, user: User, queues: QueuePick[] = [], isOnline: IsOnline): UserView {
  const pick = presentPick(ctx, user, queues, isOnline)
  const { name, dueDate } = ctx.company.services.about(ctx.company.id)
  return {
    ...pick,
    ...userFieldsOf(user),
    companyId: ctx.company.id,
    company: { name, dueDate },
    queueIds: queues.map((queue) => queue.id),
    tagIds: listUserTagIds(ctx, user.id),
    roleId: user.roleId,
    roleName: nameOfRole(ctx, user.roleId),
    language: user.language,
    twoFactor: hasSecondFactor(ctx, user.id),
    invitedUntil: user.passwordHash ? null : (user.passwordLinkExpiresAt?.toISOString() ?? null),
    invitationMail: user.passwordHash ? null : user.passwordLinkMail,
    status: pick.online ? 'online' : 'offline',
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  }
}

export function userFieldsOf(user: User): UserFields {
  return {
    email: user.email,
    super: user.super,
    startWork: user.startWork,
    endWork: user.endWork,
    farewellMessage: user.farewellMessage,
    allowGroup: user.allowGroup,
    notifyWaiting: user.notifyWaiting,
    offerNext: user.offerNext,
    weeklyReportMail: user.weeklyReportMail,
    breachDigestMail: user.breachDigestMail,
    defaultTheme: user.defaultTheme,
    defaultMenu: user.defaultMenu,
    defaultTicketsManagerWidth: user.ticketListWidth,
    phone: user.phone,
    whatsappId: user.connectionId,
    pause: user.pause,
    ...spellSwitches(user),
  }
}

export function isUserOnline(ctx: CompanyContext, user: Pick<User, 'id' | 'lastSeenAt'>, isOnline: IsOnline) {
  return isOnline(ctx.company.id, user.id) || ctx.now.getTime() - (user.lastSeenAt?.getTime() ?? 0) < heartbeatMs
}

/** Asks the sockets of this process. */
export function isOnlineNow(ctx: CompanyContext, user: Pick<User, 'id' | 'lastSeenAt'>) {
  const { live } = ctx.company.services
  return isUserOnline(ctx, user, (companyId, userId) => live.isOnline?.(companyId, userId) ?? false)
}
