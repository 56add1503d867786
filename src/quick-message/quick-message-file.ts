import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { deleteMedia, recordFile, withStagedFiles } from '../kernel/file/media-store'
import { assertHasContent, quickMessageRecords } from './quick-message.record'

/** Replaces an earlier one. @throws Refusal ERR_INVALID_INPUT for an empty file */
export async function setQuickMessageFile(ctx: CompanyContext, id: number, file: File) {
  quickMessageRecords.openToChange(ctx, id)
  if (file.size === 0) refuse('ERR_INVALID_INPUT', { fields: { file: 'empty' } })
  return withStagedFiles(ctx, async (stage) => {
    const staged = await stage(file, file.name, file.type)
    return ctx.transaction(() => {
      const before = quickMessageRecords.openToChange(ctx, id)
      const media = recordFile(ctx, staged, 'quick-message', id)
      deleteMedia(ctx, before.mediaId)
      return quickMessageRecords.update(ctx, id, { mediaId: media.id })
    })
  })
}

/** @throws Refusal ERR_INVALID_INPUT when nothing would be left to send */
export function removeQuickMessageFile(ctx: CompanyContext, id: number) {
  return ctx.transaction(() => {
    const before = quickMessageRecords.openToChange(ctx, id)
    if (before.mediaId === null) return before
    assertHasContent(before.message, null)
    deleteMedia(ctx, before.mediaId)
    return quickMessageRecords.update(ctx, id, { mediaId: null })
  })
}
