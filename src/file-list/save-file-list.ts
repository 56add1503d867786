import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { deleteMedia } from '../kernel/file/media-store'
import { forgetFileListInQueues } from '../queue/queue-targets'
import type { FileListBody, FileOptionBody, UpdateFileListBody } from './file-list.contract'
import { canManageFileLists } from './file-list.policy'
import { type FileList, fileListRecords } from './file-list.records'
import type { StoredOption } from './file-list.tables'

export function createFileList(ctx: CompanyContext, { options, ...body }: FileListBody): FileList {
  const none = { options: [], lastOptionId: 0 }
  return fileListRecords.create(ctx, { ...body, ...withOptions(none, options), userId: actingUserId(ctx.actor) })
}

/** @throws Refusal ERR_NO_FILE_LIST_FOUND; ERR_INVALID_INPUT for an option that the list does not have */
export function updateFileList(ctx: CompanyContext, id: number, { options, ...body }: UpdateFileListBody): FileList {
  if (!canManageFileLists(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const before = fileListRecords.get(ctx, id)
    const changed = options && withOptions(before, options)
    const after = fileListRecords.update(ctx, id, { ...body, ...changed })
    const kept = new Set(after.options.map((option) => option.id))
    for (const option of before.options) if (!kept.has(option.id)) deleteFileOf(ctx, option)
    return after
  })
}

/** Queues and chatbot options that send the list lose it. */
export function deleteFileList(ctx: CompanyContext, id: number) {
  if (!canManageFileLists(ctx.actor)) refuse('ERR_NO_PERMISSION')
  ctx.transaction(() => {
    const { options } = fileListRecords.get(ctx, id)
    forgetFileListInQueues(ctx, id)
    fileListRecords.remove(ctx, id)
    for (const option of options) deleteFileOf(ctx, option)
  })
}

export function deleteFileOf(ctx: CompanyContext, { file }: StoredOption) {
  if (file) deleteMedia(ctx, file.mediaId)
}

/** Returns the given options: existing ones keep their ids and files, new ones get the next ids. */
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
