import type { screenPaths } from './app/links'
import type { AnyScreen } from './page/screen'
import { allConnectionsScreen } from './connection/all-connections.screen'
import { announcementsScreen } from './announcement/announcements.screen'
import { chatsScreen } from './internal-chat/chats.screen'
import { companiesScreen } from './company/companies.screen'
import { contactImportScreen } from './contact-import/contact-import.screen'
import { contactsScreen } from './contact/contacts.screen'
import { connectionsScreen } from './connection/connections.screen'
import { dashboardScreen } from './report/dashboard.screen'
import { financeScreen, openFinanceScreen, subscriptionScreen } from './finance/finance.screen'
import { attendancesScreen } from './report/attendances/attendances.screen'
import { momentsScreen } from './report/moments/moments.screen'
import { helpAdminScreen, helpsScreen } from './help/helps.screen'
import { plansScreen } from './plan/plans.screen'
import { queuesScreen } from './queue/queues.screen'
import { schedulesScreen } from './schedule/schedules.screen'
import { settingsScreen } from './setting/settings.screen'
import { kanbanScreen } from './kanban/kanban.screen'
import { lanesScreen } from './tag/lanes.screen'
import { tagsScreen } from './tag/tags.screen'
import { ticketsScreen } from './inbox/tickets.screen'
import { usersScreen } from './user/users.screen'

/** Every screen of signed-in people by the name of its link, in the order of the menu. */
export const screens = {
  dashboard: dashboardScreen,
  moments: momentsScreen,
  reports: attendancesScreen,
  tickets: ticketsScreen,
  kanban: kanbanScreen,
  chats: chatsScreen,
  schedules: schedulesScreen,
  contacts: contactsScreen,
  contactImport: contactImportScreen,
  tags: tagsScreen,
  lanes: lanesScreen,
  connections: connectionsScreen,
  queues: queuesScreen,
  users: usersScreen,
  settings: settingsScreen,
  finance: financeScreen,
  openFinance: openFinanceScreen,
  subscription: subscriptionScreen,
  helps: helpsScreen,
  companies: companiesScreen,
  allConnections: allConnectionsScreen,
  plans: plansScreen,
  helpAdmin: helpAdminScreen,
  announcements: announcementsScreen,
} satisfies Record<keyof typeof screenPaths, AnyScreen>
