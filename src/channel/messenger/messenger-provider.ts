import { createPageProvider } from '../meta/page/page-provider'
import { pageAccountRoutes } from '../meta/page/page-account.routes'

/** Also links the Instagram accounts of pages. */
export const messengerProvider = { ...createPageProvider('facebook'), routes: pageAccountRoutes }
