import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordFile, type StagedFile, stageEach, withStagedFiles } from '../kernel/file/media-store'
import { fileOptionsMax, type UploadListBody } from './file-list.contract'
import { deleteFileOf, type FileList, fileListRecords, type StoredOption } from './file-list.record'

/** Replaces earlier ones. @throws Refusal ERR_NO_FILE_LIST_FOUND, ERR_INVALID_INPUT */
export async function uploadFiles(ctx: CompanyContext, id: number, { files, ...names }: UploadListBody) {
  fileListRecords.assertMayChange(ctx)
  fileListRecords.get(ctx, id)
  if (files.some(({ size }) => size === 0)) refuse('ERR_INVALID_INPUT', { fields: { files: 'empty' } })
  return withStagedFiles(ctx, async (stage) => {
    const staged = await stageEach(stage, files)
    return ctx.transaction(() => storeFiles(ctx, id, staged, names))
  })
}

function storeFiles(
  ctx: CompanyContext,
  listId: number,
  staged: readonly StagedFile[],
  { id: ids, name: names }: Omit<UploadListBody, 'files'>,
): FileList {
  const list = fileListRecords.get(ctx, listId)
  let { lastOptionId } = list
  const options = [...list.options]
  for (const [index, given] of staged.entries()) {
    const at = placeOf(options, ids[index] ?? '', names[index] ?? '', index)
    const current: StoredOption = options[at] ?? {
      id: ++lastOptionId,
      name: (names[index] ?? '').trim() || given.name,
      file: null,
    }
    deleteFileOf(ctx, current)
    const { id: mediaId, key, name, type, size } = recordFile(ctx, given, 'file-list', listId)
    options[at] = { ...current, file: { mediaId, key, name, type, size } }
  }
  if (options.length > fileOptionsMax) refuse('ERR_INVALID_INPUT', { fields: { files: 'tooMany' } })
  return fileListRecords.update(ctx, listId, { options, lastOptionId })
}

/** The index after the last is a new one. */
function placeOf(options: readonly StoredOption[], id: string, name: string, index: number): number {
  if (id === '') {
    const waiting = options.findIndex((option) => option.file === null && option.name === name.trim())
    return waiting === -1 ? options.length : waiting
  }
  const at = options.findIndex((option) => String(option.id) === id)
  return at === -1 ? refuse('ERR_INVALID_INPUT', { fields: { [`id.${index}`]: 'unknown' } }) : at
}
