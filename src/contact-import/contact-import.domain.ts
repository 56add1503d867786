import type { Domain } from '../platform/domain'
import { contactImportLive } from './contact-import.live'
import { contactImportRoutes } from './contact-import.routes'
import { forgetUploadJob } from './upload/forget-upload'
import { importCheckedRowsJob } from './run/import-checked-rows'
import { importRowsJob } from './run/import-rows'
import { undoImportJob } from './undo-import'

export const contactImportDomain: Domain = {
  name: 'contact-import',
  routes: ({ guard }) => contactImportRoutes(guard),
  presenters: [contactImportLive],
  jobs: {
    'contactImport.rows': importRowsJob,
    'contactImport.checkedRows': importCheckedRowsJob,
    'contactImport.undo': undoImportJob,
    'contactImport.forget': forgetUploadJob,
  },
}
