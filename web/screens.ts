import { admins, everyone, forPlan, isAdmin } from './app/screen-access'
import { lazyPage, type AnyScreen } from './page/screen'
import {
  BarChart3,
  Bot,
  CodeXml,
  Columns3,
  Cpu,
  Files,
  Kanban,
  ListChecks,
  MessageSquareQuote,
  Plug,
  Sparkles,
  Tags,
  Wand,
  Zap,
} from './ui/icons'
import { screenPaths } from './app/links'
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
import { financeScreen, openFinanceScreen, subscriptionScreen } from './finance/finance.screen'
import { momentsScreen } from './report/moments/moments.screen'
import { flowEditorScreen, flowsScreen } from './flow/flows.screen'
import { helpAdminScreen, helpsScreen } from './help/helps.screen'
import { plansScreen } from './plan/plans.screen'
import { queuesScreen } from './queue/queues.screen'
import { schedulesScreen } from './schedule/schedules.screen'
import { settingsScreen } from './setting/settings.screen'
import { ticketsScreen } from './inbox/tickets.screen'
import { usersScreen } from './user/users.screen'

/** In menu order. An entry that others read is in a `*.screen.ts` beside its page. */
export const screens = {
  dashboard: dashboardScreen,
  moments: momentsScreen,
  reports: {
    path: screenPaths.reports,
    title: { pt: 'Relatórios', en: 'Reports', es: 'Informes' },
    access: admins,
    menu: 'management',
    icon: BarChart3,
    texts: ['attendances', 'dashboard', 'contact', 'contactDrawer', 'ticketDialog'],
    loads: 'records',
    page: lazyPage(
      () => import('./report/attendances/attendances-page'),
      async () => (await import('./report/attendances/load-attendances')).loadAttendances,
    ),
  },
  tickets: ticketsScreen,
  kanban: {
    path: '/Kanban',
    title: { pt: 'Kanban', en: 'Kanban', es: 'Kanban' },
    access: forPlan('useKanban'),
    menu: 'service',
    icon: Kanban,
    texts: ['kanban'],
    page: lazyPage(() => import('./kanban/kanban-page')),
  },
  chats: chatsScreen,
  quickMessages: {
    path: '/quick-messages',
    toastMs: 3000,
    title: { pt: 'Respostas rápidas', en: 'Quick replies', es: 'Respuestas rápidas' },
    access: everyone,
    menu: 'service',
    icon: Zap,
    texts: ['quickMessage'],
    add: { pt: 'Adicionar resposta rápida', en: 'Add quick reply', es: 'Agregar respuesta rápida' },
    loads: 'records',
    page: lazyPage(() => import('./quick-message/quick-messages-page')),
  },
  macros: {
    path: screenPaths.macros,
    title: { pt: 'Macros', en: 'Macros', es: 'Macros' },
    access: everyone,
    menu: 'service',
    icon: Wand,
    texts: ['macro'],
    loads: 'records',
    page: lazyPage(() => import('./macro/macros-page')),
  },
  schedules: schedulesScreen,
  contacts: contactsScreen,
  contactImport: contactImportScreen,
  campaigns: campaignsScreen,
  suppressions: suppressionsScreen,
  campaignReport: campaignReportScreen,
  contactLists: contactListsScreen,
  contactListItems: contactListItemsScreen,
  campaignSettings: campaignSettingsScreen,
  tags: {
    path: screenPaths.tags,
    title: { pt: 'Tags', en: 'Tags', es: 'Etiquetas' },
    access: everyone,
    menu: 'relationship',
    icon: Tags,
    texts: ['tag'],
    add: { pt: 'Adicionar tag', en: 'Add tag', es: 'Agregar etiqueta' },
    loads: 'records',
    page: lazyPage(() => import('./tag/tags-page')),
  },
  lanes: {
    path: screenPaths.lanes,
    title: { pt: 'Etapas do Kanban', en: 'Kanban lanes', es: 'Etapas del Kanban' },
    access: forPlan('useKanban'),
    menu: 'relationship',
    icon: Columns3,
    texts: ['tag'],
    loads: 'records',
    page: lazyPage(() => import('./tag/lanes-page')),
  },
  flows: flowsScreen,
  flow: flowEditorScreen,
  phrases: {
    path: screenPaths.phrases,
    toastMs: 3000,
    title: { pt: 'Campanhas por frase', en: 'Campaigns by phrase', es: 'Campañas por frase' },
    access: forPlan('useIntegrations'),
    menu: 'automation',
    icon: MessageSquareQuote,
    texts: ['phrase'],
    loads: 'records',
    page: lazyPage(() => import('./phrase/phrases-page')),
  },
  connections: connectionsScreen,
  templates: templatesScreen,
  prompts: {
    path: '/prompts',
    toastMs: 3000,
    title: { pt: 'Prompts de IA', en: 'AI prompts', es: 'Prompts de IA' },
    access: forPlan('useOpenAi', isAdmin),
    menu: 'automation',
    icon: Sparkles,
    texts: ['prompt'],
    loads: 'records',
    page: lazyPage(() => import('./prompt/prompts-page')),
  },
  integrations: {
    path: '/queue-integration',
    toastMs: 3000,
    title: { pt: 'Integrações', en: 'Integrations', es: 'Integraciones' },
    access: forPlan('useIntegrations', isAdmin),
    menu: 'automation',
    icon: Plug,
    texts: ['integration'],
    loads: 'records',
    page: lazyPage(() => import('./integration/integrations-page')),
  },
  messagesApi: {
    path: screenPaths.messagesApi,
    toastMs: 3000,
    title: { pt: 'API de mensagens', en: 'Messages API', es: 'API de mensajes' },
    access: forPlan('useExternalApi', isAdmin),
    menu: 'administration',
    icon: CodeXml,
    texts: ['externalApi', 'webhook'],
    page: lazyPage(() => import('./external-api/messages-api-page')),
  },
  queues: queuesScreen,
  files: {
    path: '/files',
    toastMs: 3000,
    title: { pt: 'Listas de arquivos', en: 'File lists', es: 'Listas de archivos' },
    access: admins,
    menu: 'automation',
    icon: Files,
    texts: ['fileList'],
    add: { pt: 'Adicionar lista de arquivos', en: 'Add file list', es: 'Agregar lista de archivos' },
    loads: 'records',
    page: lazyPage(() => import('./file-list/files-page')),
  },
  users: usersScreen,
  agents: {
    path: '/agents',
    toastMs: 3000,
    title: { pt: 'Agentes de IA', en: 'AI agents', es: 'Agentes de IA' },
    access: forPlan('useOpenAi', isAdmin),
    menu: 'automation',
    icon: Bot,
    texts: ['agent', 'prompt'],
    loads: 'records',
    page: lazyPage(() => import('./ai-agent/agents-page')),
  },
  providers: {
    path: screenPaths.providers,
    toastMs: 3000,
    title: { pt: 'Provedores de IA', en: 'AI providers', es: 'Proveedores de IA' },
    access: forPlan('useOpenAi', isAdmin),
    menu: 'automation',
    icon: Cpu,
    texts: ['aiProvider'],
    loads: 'records',
    page: lazyPage(() => import('./ai-agent/providers-page')),
  },
  settings: settingsScreen,
  finance: financeScreen,
  openFinance: openFinanceScreen,
  subscription: subscriptionScreen,
  todo: {
    path: '/todolist',
    toastMs: 3000,
    title: { pt: 'Tarefas', en: 'To-do', es: 'Tareas' },
    access: everyone,
    menu: 'service',
    icon: ListChecks,
    texts: ['todo'],
    page: lazyPage(() => import('./todo/todo-page')),
  },
  helps: helpsScreen,
  companies: companiesScreen,
  allConnections: allConnectionsScreen,
  plans: plansScreen,
  helpAdmin: helpAdminScreen,
  announcements: announcementsScreen,
} satisfies Record<keyof typeof screenPaths, AnyScreen> & Record<string, AnyScreen>
