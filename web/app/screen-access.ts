import type { Access } from '../page/page-definition'
import type { PlanFlag } from '../../src/kernel/company/company-plan.contract'
import type { SessionUser } from '../../src/user/session/session.calls'

type ScreenPolicy = (user: SessionUser) => Access

export function isAdmin(user: SessionUser) {
  return user.profile === 'admin' || user.super
}

export const everyone: ScreenPolicy = () => 'allowed'

export function forRole(may: (user: SessionUser) => boolean): ScreenPolicy {
  return (user) => (may(user) ? 'allowed' : 'role')
}

export const admins = forRole(isAdmin)
export const dashboardReaders = forRole((user) => isAdmin(user) || user.showDashboard === 'enabled')
export const superUsers = forRole((user) => user.super)

/** The role is checked first, so that plain users do not learn about the plan. */
export function forPlan(flag: PlanFlag, may: (user: SessionUser) => boolean = () => true): ScreenPolicy {
  return (user) => {
    if (!may(user)) return 'role'
    return user.plan[flag] ? 'allowed' : 'plan'
  }
}
