import { companyRecords, type RecordPayloads } from '../kernel/event/company-records'
import type { CompanyContext } from '../kernel/company/company-context'
import { mediaUrl } from '../kernel/file/media-store'
import { presentRecord } from '../kernel/database/record-table'
import type { PageQuery } from '../kernel/database/record-table'
import type { FileListView, FileOptionView } from './file-list.calls'
import { canManageFileLists } from './file-list.policy'
import { fileListTable, type StoredOption } from './file-list.tables'

declare module '../kernel/event/event-log' {
  interface EventPayloads extends RecordPayloads<'file'> {}
}

export type FileList = typeof fileListTable.$inferSelect

export const fileListRecords = companyRecords({
  subject: 'file',
  table: fileListTable,
  notFound: 'ERR_NO_FILE_LIST_FOUND',
  read: 'admins',
  change: canManageFileLists,
  present: presentFileList,
})

export const hasFileList = (ctx: CompanyContext, id: number) => fileListRecords.find(ctx, id) !== undefined

export function listFileLists(ctx: CompanyContext, query: PageQuery) {
  const { records, ...page } = fileListRecords.listView(ctx, query)
  return { files: records, ...page }
}

export function presentFileList({ lastOptionId, options, ...list }: FileList): FileListView {
  return { ...presentRecord(list), options: options.map(presentOption) }
}

function presentOption({ id, name, file }: StoredOption): FileOptionView {
  if (!file) return { id, name, path: null, mediaType: '', file: null, size: 0 }
  return { id, name, path: mediaUrl(file.key), mediaType: file.type, file: file.name, size: file.size }
}
