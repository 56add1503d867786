import type { Domain } from '../platform/domain'
import { checkListJob, continueChecks } from './check-list'
import { contactListItemLive } from './contact-list.live'
import { contactListRecords } from './contact-list.records'
import { contactListRoutes } from './contact-list.routes'
import { eraseListJob } from './erase-list'

export const contactListDomain: Domain = {
  name: 'contact-list',
  routes: ({ guard }) => contactListRoutes(guard),
  reactions: [continueChecks],
  presenters: [contactListRecords.live, contactListItemLive],
  jobs: { 'contactList.check': checkListJob, 'contactList.erase': eraseListJob },
}
