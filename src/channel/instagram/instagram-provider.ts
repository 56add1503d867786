import { createPageProvider } from '../meta/page/page-provider'

export const instagramProvider = createPageProvider('instagram')
