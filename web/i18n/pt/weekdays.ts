import { weekdayNames } from '../../../src/queue/hours/opening-hours.contract'

export const weekdays = weekdayNames
