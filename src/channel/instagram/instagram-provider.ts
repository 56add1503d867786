import { createPageProvider } from '../meta/page/page-provider'

/** Direct messages of an Instagram account that is linked to a Facebook page. */
export const instagramProvider = createPageProvider('instagram')
