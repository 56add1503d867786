import { screenPaths } from '../app/links'
import { admins, everyone } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { CreditCard } from '../ui/icons'

export const financeScreen: Screen = {
  path: screenPaths.finance,
  title: { pt: 'Financeiro', en: 'Finance', es: 'Finanzas' },
  access: admins,
  menu: 'finance',
  icon: CreditCard,
  texts: ['finance'],
  page: lazyPage(
    () => import('./finance-page'),
    async () => (await import('./load-finance')).loadFinance,
  ),
}

/** Where everybody of an expired company is led. */
export const openFinanceScreen: Screen = {
  ...financeScreen,
  path: screenPaths.openFinance,
  access: everyone,
  menu: undefined,
}
