import { automationScreens } from './automation-screens'
import { campaignScreens } from './campaign-screens'
import { companyScreens } from './company-screens'
import { hostScreens } from './host-screens'
import type { RecordScreen } from './record-screen'

/** All record screens. A new screen is added to one of the lists. */
export const recordScreens: readonly RecordScreen[] = [
  ...companyScreens,
  ...automationScreens,
  ...campaignScreens,
  ...hostScreens,
]
