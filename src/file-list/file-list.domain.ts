import type { Domain } from '../platform/domain'
import { canManageFileLists } from './file-list.policy'
import { fileListRecords } from './file-list.records'
import { fileListRoutes } from './file-list.routes'

export const fileListDomain: Domain = {
  name: 'file-list',
  routes: ({ guard }) => fileListRoutes(guard),
  presenters: [fileListRecords.live],
  mediaGuards: { 'file-list': ({ actor }) => canManageFileLists(actor) },
}
