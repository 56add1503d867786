import { isAdmin } from '../kernel/company/actor'
import type { Domain } from '../platform/domain'
import { listQueueNamesOfFileList } from '../queue/queue-targets'
import { fileListRecords, FileListView } from './file-list.record'
import { uploadFiles } from './upload-files'

const fileLists = fileListRecords.answering({
  'GET /files/:id/uses': ({ ctx, params }) => {
    fileListRecords.get(ctx, params.id)
    return { queues: listQueueNamesOfFileList(ctx, params.id) }
  },
  'POST /files/uploadList/:id': async ({ ctx, params, body }) => ({
    files: fileListRecords.present(ctx, await uploadFiles(ctx, params.id, body)),
  }),
})

export const fileListDomain = {
  name: 'file-list',
  views: { FileListView },
  records: [fileLists],
  mediaGuards: { 'file-list': ({ actor }) => isAdmin(actor) },
} satisfies Domain
