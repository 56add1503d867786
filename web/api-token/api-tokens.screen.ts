import { screenPaths } from '../app/links'
import { forPlan, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { KeyRound } from '../ui/icons'

export const apiTokensScreen: Screen = {
  path: screenPaths.apiTokens,
  title: { pt: 'Chaves de API', en: 'API keys', es: 'Claves de API' },
  access: forPlan('useExternalApi', isAdmin),
  menu: 'administration',
  icon: KeyRound,
  texts: ['apiToken'],
  add: { pt: 'Adicionar chave de API', en: 'Add API key', es: 'Agregar clave de API' },
  loads: 'records',
  page: lazyPage(() => import('./api-tokens-page')),
}
