import { forPlan, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Sparkles } from '../ui/icons'

export const promptsScreen: Screen = {
  path: '/prompts',
  toastMs: 3000,
  title: { pt: 'Prompts de IA', en: 'AI prompts', es: 'Prompts de IA' },
  access: forPlan('useOpenAi', isAdmin),
  menu: 'automation',
  icon: Sparkles,
  texts: ['prompt'],
  loads: 'records',
  page: lazyPage(() => import('./prompts-page')),
}
