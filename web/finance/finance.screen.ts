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
  loads: 'records',
  page: lazyPage(
    () => import('./finance-page'),
    async () => (await import('./load-finance')).loadFinance,
  ),
}

/** Users of an expired company are redirected here. */
export const openFinanceScreen: Screen = {
  ...financeScreen,
  path: screenPaths.openFinance,
  access: everyone,
  menu: undefined,
}

/** Linked from the due date in the top bar and from the finance page. */
export const subscriptionScreen: Screen = {
  path: screenPaths.subscription,
  title: { pt: 'Assinatura', en: 'Subscription', es: 'Suscripción' },
  access: admins,
  icon: CreditCard,
  texts: ['finance'],
  page: lazyPage(
    () => import('./subscription-page'),
    async () => (await import('./load-finance')).loadSubscription,
  ),
}
