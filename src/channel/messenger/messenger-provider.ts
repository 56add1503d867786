import { createPageProvider } from '../meta/page/page-provider'
import { pageAccountRoutes, pageSupportRoutes } from '../meta/page/page-account.routes'

/** Messenger of a Facebook page. Its calls also link the Instagram accounts of pages. */
export const messengerProvider = {
  ...createPageProvider('facebook'),
  routes: pageAccountRoutes,
  supportRoutes: pageSupportRoutes,
}
