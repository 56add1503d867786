import type { screenPaths } from './app/links'
import type { AnyScreen } from './page/screen'
import { agentsScreen } from './ai-agent/agents.screen'
import { providersScreen } from './ai-agent/providers.screen'
import { allConnectionsScreen } from './connection/host/all-connections.screen'
import { announcementsScreen } from './announcement/announcements.screen'
import { chatsScreen } from './internal-chat/chats.screen'
import { companiesScreen } from './company/companies.screen'
import { contactImportScreen } from './contact-import/contact-import.screen'
import {
  campaignReportScreen,
  campaignSettingsScreen,
  campaignsScreen,
  suppressionsScreen,
} from './campaign/campaigns.screen'
import { contactListItemsScreen, contactListsScreen } from './contact-list/contact-lists.screen'
import { contactsScreen } from './contacts/contacts.screen'
import { connectionsScreen } from './connection/connections.screen'
import { templatesScreen } from './template/templates.screen'
import { dashboardScreen } from './report/dashboard.screen'
import { filesScreen } from './file-list/files.screen'
import { financeScreen, openFinanceScreen, subscriptionScreen } from './finance/finance.screen'
import { attendancesScreen } from './report/attendances/attendances.screen'
import { momentsScreen } from './report/moments/moments.screen'
import { messagesApiScreen } from './external-api/messages-api.screen'
import { flowEditorScreen, flowsScreen } from './flow/flows.screen'
import { helpAdminScreen, helpsScreen } from './help/helps.screen'
import { integrationsScreen } from './integration/integrations.screen'
import { phrasesScreen } from './phrase/phrases.screen'
import { plansScreen } from './plan/plans.screen'
import { promptsScreen } from './prompt/prompts.screen'
import { queuesScreen } from './queue/queues.screen'
import { macrosScreen } from './macro/macros.screen'
import { quickMessagesScreen } from './quick-message/quick-messages.screen'
import { schedulesScreen } from './schedule/schedules.screen'
import { settingsScreen } from './setting/settings.screen'
import { kanbanScreen } from './kanban/kanban.screen'
import { lanesScreen } from './tag/lanes.screen'
import { tagsScreen } from './tag/tags.screen'
import { ticketsScreen } from './inbox/tickets.screen'
import { todoScreen } from './todo/todo.screen'
import { usersScreen } from './user/users.screen'

/** All screens of signed-in users, in menu order. Those that others link to have the name of their link. */
export const screens = {
  dashboard: dashboardScreen,
  moments: momentsScreen,
  reports: attendancesScreen,
  tickets: ticketsScreen,
  kanban: kanbanScreen,
  chats: chatsScreen,
  quickMessages: quickMessagesScreen,
  macros: macrosScreen,
  schedules: schedulesScreen,
  contacts: contactsScreen,
  contactImport: contactImportScreen,
  campaigns: campaignsScreen,
  suppressions: suppressionsScreen,
  campaignReport: campaignReportScreen,
  contactLists: contactListsScreen,
  contactListItems: contactListItemsScreen,
  campaignSettings: campaignSettingsScreen,
  tags: tagsScreen,
  lanes: lanesScreen,
  flows: flowsScreen,
  flow: flowEditorScreen,
  phrases: phrasesScreen,
  connections: connectionsScreen,
  templates: templatesScreen,
  prompts: promptsScreen,
  integrations: integrationsScreen,
  messagesApi: messagesApiScreen,
  queues: queuesScreen,
  files: filesScreen,
  users: usersScreen,
  agents: agentsScreen,
  providers: providersScreen,
  settings: settingsScreen,
  finance: financeScreen,
  openFinance: openFinanceScreen,
  subscription: subscriptionScreen,
  todo: todoScreen,
  helps: helpsScreen,
  companies: companiesScreen,
  allConnections: allConnectionsScreen,
  plans: plansScreen,
  helpAdmin: helpAdminScreen,
  announcements: announcementsScreen,
} satisfies Record<keyof typeof screenPaths, AnyScreen> & Record<string, AnyScreen>
