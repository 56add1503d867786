import { presentEach } from '../../kernel/live/live'
import './company-schedule'

/** Changes of queues are published by their records. */
export const companyScheduleLive = presentEach({
  'companySchedule.changed': (_, { number }) => [
    { topics: ['admin'], event: 'companySchedule', number, data: { action: 'update' } },
  ],
})
