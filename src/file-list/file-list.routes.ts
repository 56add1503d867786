import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import { refuse } from '../kernel/errors'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import type { UserGuard } from '../kernel/http/user-guard'
import { listQueueNamesOfFileList } from '../queue/queue-targets'
import { fileListCalls } from './file-list.calls'
import { canManageFileLists } from './file-list.policy'
import { fileListRecords, listFileLists, presentFileList } from './file-list.records'
import { createFileList, deleteFileList, updateFileList } from './save-file-list'
import { uploadFiles } from './upload-files'

export function fileListRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'file-list-routes' }).use(guard).derive(({ ctx }) => {
    if (!canManageFileLists(ctx.actor)) refuse('ERR_NO_PERMISSION')
    return {}
  })
  return answerCalls(app, fileListCalls, {
    'GET /files': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return listFileLists(ctx, query)
    },
    'GET /files/:id': ({ ctx, params }) => fileListRecords.view(ctx, params.id),
    'GET /files/:id/uses': ({ ctx, params }) => {
      fileListRecords.get(ctx, params.id)
      return { queues: listQueueNamesOfFileList(ctx, params.id) }
    },
    'POST /files': ({ ctx, body }) => presentFileList(createFileList(ctx, body)),
    'PUT /files/:id': ({ ctx, params, body }) => presentFileList(updateFileList(ctx, params.id, body)),
    'DELETE /files/:id': ({ ctx, params }) => {
      deleteFileList(ctx, params.id)
      return { ok: true }
    },
    'POST /files/uploadList/:id': async ({ ctx, params, body }) => ({
      files: presentFileList(await uploadFiles(ctx, params.id, body)),
    }),
  })
}
