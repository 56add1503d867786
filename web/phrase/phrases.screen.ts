import { screenPaths } from '../app/links'
import { forPlan } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { MessageSquareQuote } from '../ui/icons'

export const phrasesScreen: Screen = {
  path: screenPaths.phrases,
  toastMs: 3000,
  title: { pt: 'Campanhas por frase', en: 'Campaigns by phrase', es: 'Campañas por frase' },
  access: forPlan('useIntegrations'),
  menu: 'automation',
  icon: MessageSquareQuote,
  texts: ['phrase'],
  loads: 'records',
  page: lazyPage(() => import('./phrases-page')),
}
