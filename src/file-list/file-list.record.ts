import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { actingUserId, isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { recordColumns } from '../kernel/database/columns'
import { refuse } from '../kernel/errors'
import { deleteMedia, mediaUrl } from '../kernel/file/media-store'
import { IdParams } from '../kernel/http/request-parts'
import { defineRecord } from '../kernel/record/define-record'
import { viewOf } from '../kernel/record/record-view'
import { forgetFileListInQueues } from '../queue/queue-targets'
import {
  FileListBody,
  type FileOptionBody,
  fileOptionsMax,
  ListFilesQuery,
  listedFileBytesMax,
  UpdateFileListBody,
  UploadListBody,
} from './file-list.contract'

export interface StoredOption {
  id: number
  name: string
  file: { mediaId: number; key: string; name: string; type: string; size: number } | null
}

export const fileListTable = sqliteTable('file_list', {
  ...recordColumns,
  name: text('name').notNull(),
  message: text('message').notNull(),
  userId: integer('user_id'),
  options: text('options', { mode: 'json' }).$type<StoredOption[]>().notNull().default([]),
  /** So that no id is used again. */
  lastOptionId: integer('last_option_id').notNull().default(0),
})
export type FileList = typeof fileListTable.$inferSelect

const FileOptionView = v.object({
  id: v.number(),
  name: v.string(),
  path: v.nullable(v.string()),
  /** The type read from the bytes, such as `image/png`; empty until it is uploaded. */
  mediaType: v.string(),
  file: v.nullable(v.string()),
  size: v.number(),
})

export const FileListView = viewOf(fileListTable, { options: v.array(FileOptionView), lastOptionId: 'hidden' })
export type FileListView = v.InferOutput<typeof FileListView>

declare module '../kernel/record/record-change.contract' {
  interface Records {
    file: FileListView
  }
}

export const fileListRecords = defineRecord({
  subject: 'file',
  path: '/files',
  list: { as: 'files', query: ListFilesQuery },
  table: fileListTable,
  view: FileListView,
  unaudited: ['lastOptionId'],
  body: FileListBody,
  updateBody: UpdateFileListBody,
  notFound: 'ERR_NO_FILE_LIST_FOUND',
  read: 'admins',
  change: isAdmin,
  one: true,
  // Thirty captions at their longest.
  limits: { jsonBytesMax: 192 * 1024 },
  calls: {
    'GET /files/:id/uses': { params: IdParams, answer: v.object({ queues: v.array(v.string()) }) },
    'POST /files/uploadList/:id': {
      params: IdParams,
      body: UploadListBody,
      limits: { files: { fields: { files: fileOptionsMax }, fileBytesMax: listedFileBytesMax } },
      answer: v.object({ files: FileListView }),
    },
  },
  present: () => (list) => ({ options: list.options.map(presentOption) }),
  creates: (ctx, { options, ...body }) => ({
    ...body,
    ...withOptions({ options: [], lastOptionId: 0 }, options),
    userId: actingUserId(ctx.actor),
  }),
  updates(ctx, { options, ...body }, before) {
    const changed = options && withOptions(before, options)
    const kept = new Set((changed ?? before).options.map(({ id }) => id))
    for (const option of before.options) if (!kept.has(option.id)) deleteFileOf(ctx, option)
    return { ...body, ...changed }
  },
  deletes(ctx, { id, options }) {
    forgetFileListInQueues(ctx, id)
    for (const option of options) deleteFileOf(ctx, option)
  },
})

export const hasFileList = (ctx: CompanyContext, id: number) => fileListRecords.find(ctx, id) !== undefined

export function deleteFileOf(ctx: CompanyContext, { file }: StoredOption) {
  if (file) deleteMedia(ctx, file.mediaId)
}

function presentOption({ id, name, file }: StoredOption) {
  if (!file) return { id, name, path: null, mediaType: '', file: null, size: 0 }
  return { id, name, path: mediaUrl(file.key), mediaType: file.type, file: file.name, size: file.size }
}

function withOptions(before: Pick<FileList, 'options' | 'lastOptionId'>, given: readonly FileOptionBody[]) {
  const left = new Map(before.options.map((option) => [option.id, option]))
  let { lastOptionId } = before
  const options = given.map(({ id, name }, index): StoredOption => {
    if (id === null) return { id: ++lastOptionId, name, file: null }
    const known = left.get(id)
    // Also refuses a repeated option.
    if (!known) return refuse('ERR_INVALID_INPUT', { fields: { [`options.${index}.id`]: 'unknown' } })
    left.delete(id)
    return { ...known, name }
  })
  return { options, lastOptionId }
}
