import { screenPaths } from '../app/links'
import { lazyPage, type Screen } from '../page/screen'
import { Building2 } from '../ui/icons'

export const companiesScreen: Screen = {
  path: screenPaths.companies,
  title: { pt: 'Empresas', en: 'Companies', es: 'Empresas' },
  access: (user) => (user.super ? 'allowed' : 'platform'),
  menu: 'platform',
  icon: Building2,
  texts: ['company', 'setting'],
  loads: 'records',
  page: lazyPage(
    () => import('./companies-page'),
    async () => (await import('./load-companies')).loadCompanies,
  ),
}
