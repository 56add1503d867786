import { forPlan, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Bot } from '../ui/icons'

export const agentsScreen: Screen = {
  path: '/agents',
  toastMs: 3000,
  title: { pt: 'Agentes de IA', en: 'AI agents', es: 'Agentes de IA' },
  access: forPlan('useOpenAi', isAdmin),
  menu: 'automation',
  icon: Bot,
  texts: ['agent', 'prompt'],
  loads: 'records',
  page: lazyPage(() => import('./agents-page')),
}
