import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { deleteMedia, recordFile, withStagedFiles } from '../../kernel/file/media-store'
import { sniffType } from '../../kernel/file/sniff-type'
import { greetingBytesMax } from '../connection.contract'
import { getConnection, canManageConnections } from '../connection.queries'
import { connectionTable } from '../connection.tables'

const greetingTypes = /^(image|audio|video)\/|^application\/pdf$/

/** @throws Refusal ERR_FILE_TOO_LARGE, ERR_INVALID_INPUT for other types */
export async function setGreetingMedia(ctx: CompanyContext, id: ConnectionId, file: File) {
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  getConnection(ctx, id)
  if (file.size > greetingBytesMax) refuse('ERR_FILE_TOO_LARGE', { fields: { file: 'tooLarge' } })
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  if (!greetingTypes.test(sniffType(head, file.type))) refuse('ERR_INVALID_INPUT', { fields: { file: 'fileType' } })
  await withStagedFiles(ctx, async (stage) => {
    const staged = await stage(file, file.name, file.type)
    ctx.transaction(() => {
      const { greetingMediaId } = getConnection(ctx, id)
      const media = recordFile(ctx, staged, 'connection', id)
      setMedia(ctx, id, media.id, greetingMediaId)
    })
  })
}

export function removeGreetingMedia(ctx: CompanyContext, id: ConnectionId) {
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  ctx.transaction(() => {
    const { greetingMediaId } = getConnection(ctx, id)
    if (greetingMediaId !== null) setMedia(ctx, id, null, greetingMediaId)
  })
}

function setMedia(ctx: CompanyContext, id: ConnectionId, mediaId: number | null, formerId: number | null) {
  ctx.db
    .update(connectionTable)
    .set({ greetingMediaId: mediaId, updatedAt: ctx.now })
    .where(eq(connectionTable.id, id))
    .run()
  deleteMedia(ctx, formerId)
  recordEvent(ctx, 'connection.updated', {}, { connectionId: id })
}
