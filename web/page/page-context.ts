import { createRequiredContext } from '../ui/context/required-context'
import type { NavigationModel } from './navigation-model'
import type { PageTitle } from './page-title'

interface PageModels {
  navigation: NavigationModel
  pageTitle: PageTitle
}

export const [PageContext, usePage] = createRequiredContext<PageModels>('<App>')
