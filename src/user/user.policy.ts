import { type Actor, isAdmin } from '../kernel/company/actor'
import type { UserId } from '../kernel/ids'
import { mailKinds } from './mail-choice/mail-kinds.contract'

export function canManageUsers(actor: Actor) {
  return isAdmin(actor)
}

export function canSeeWholeUser(actor: Actor, userId: UserId) {
  return isAdmin(actor) || isSelf(actor, userId)
}

/** An admin could become a super user by another's password. */
export function canEditUser(actor: Actor, user: { id: UserId; super: boolean }) {
  if (isSelf(actor, user.id)) return true
  return canManageUsers(actor) && (!user.super || isSuper(actor))
}

export function canDeleteUser(actor: Actor, user: { id: UserId; super: boolean }) {
  return !isSelf(actor, user.id) && canEditUser(actor, user)
}

const isMailKind = (field: string) => mailKinds.some((kind) => kind === field)

const ownFields: readonly string[] = [
  'name',
  'email',
  'password',
  'notifyWaiting',
  'offerNext',
  'defaultTheme',
  'defaultMenu',
  'language',
  'farewellMessage',
  'phone',
]

export function canChangeUserField(actor: Actor, field: string, userId: UserId) {
  // Nobody else turns on a mail that its reader has left.
  if (isMailKind(field)) return isSelf(actor, userId)
  if (field === 'super') return isSuper(actor) && !isSelf(actor, userId)
  return isAdmin(actor) || ownFields.includes(field)
}

/** With dashboard:view, or with the switch that allows a plain user to see the company's figures. */
export function canSeeDashboard(actor: Actor) {
  return isAdmin(actor) || actor.showDashboard
}

/** Who is there or pauses, and why. */
export function canSeePresence(actor: Actor) {
  return isAdmin(actor) || actor.allowRealTime
}

const isSelf = (actor: Actor, userId: UserId) => actor.kind === 'user' && actor.userId === userId
const isSuper = (actor: Actor) => actor.kind === 'system' || actor.super
