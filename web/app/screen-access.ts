import type { Access } from '../page/page-definition'
import type { PlanFlag } from '../../src/kernel/company-plan.contract'
import type { SessionUser } from '../../src/user/session.contract'

type ScreenPolicy = (user: SessionUser) => Access

export function isAdmin(user: SessionUser) {
  return user.profile === 'admin' || user.super
}

const role = (may: (user: SessionUser) => boolean): ScreenPolicy => {
  return (user) => (may(user) ? 'allowed' : 'role')
}

/** The role is asked first: a plain user need not learn what the plan holds. */
const planned = (flag: PlanFlag, may: (user: SessionUser) => boolean = () => true): ScreenPolicy => {
  return (user) => {
    if (!may(user)) return 'role'
    return user.plan[flag] ? 'allowed' : 'plan'
  }
}

/** Who may see which screen: the one source of the routes table, and through it of the menu. */
export const screenAccess = {
  everyone: (): Access => 'allowed',
  admins: role(isAdmin),
  superUsers: role((user) => user.super),
  announcements: (user: SessionUser): Access => (user.super ? 'allowed' : 'platform'),
  dashboard: role((user) => isAdmin(user) || user.showDashboard === 'enabled'),
  moments: role((user) => isAdmin(user) || user.allowRealTime === 'enabled'),
  connections: role((user) => isAdmin(user) || user.allowConnections === 'enabled'),
  schedules: planned('useSchedules'),
  kanban: planned('useKanban'),
  internalChat: planned('useInternalChat'),
  externalApi: planned('useExternalApi', isAdmin),
  campaigns: planned('useCampaigns', isAdmin),
  integrations: planned('useIntegrations', isAdmin),
  openAi: planned('useOpenAi', isAdmin),
} as const
