import { createContext, use } from 'react'
import type { NavigationModel } from './navigation-model'
import type { PageTitle } from './page-title'

interface PageModels {
  navigation: NavigationModel
  pageTitle: PageTitle
}

export const PageContext = createContext<PageModels | undefined>(undefined)

export function usePage(): PageModels {
  const page = use(PageContext)
  if (!page) throw new Error('No page around this component: render it within <App>')
  return page
}
