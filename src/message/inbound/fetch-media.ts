import { tmpdir } from 'node:os'
import { eq } from 'drizzle-orm'
import { ChannelError, type Content } from '../../channel/channel'
import { fetchMedia as fetchFromChannel } from '../../connection/running/connection-channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { createRequestFiles } from '../../kernel/http/body/request-files'
import type { WritePiece } from '../../kernel/outgoing/guarded-fetch'
import { recordEvent } from '../../kernel/event/event-log'
import { Refusal } from '../../kernel/errors'
import { isStorageShort } from '../../kernel/http/http-errors'
import type { FreshContext } from '../../kernel/job/jobs'
import type { MessageId } from '../../kernel/ids'
import { transferFile } from '../../kernel/file/file-transfers'
import { recordFile, type StagedFile, type StageFile, withStagedFiles } from '../../kernel/file/media-store'
import { requireRoomForFiles } from '../../kernel/file/room-for-files'
import { addMs } from '../../kernel/time/clock'
import { isKeyOf } from '../../kernel/typed-object.contract'
import { minuteMs, dayMs } from '../../kernel/time/durations.contract'
import { findTicketRow } from '../../ticket/ticket.queries'
import type { MessageData } from '../message.answers'
import { findMessageRow, type MessageRow } from '../message.queries'
import { messageTable } from '../message.tables'
import { recordStep } from '../trace/record-step'

const laterMs = 5 * minuteMs
const whenPlanFullMs = 15 * minuteMs
/** Providers keep a file for about this long. */
const worthTryingMs = 30 * dayMs

/** Without connection or room returns when to try again. Marks a file that no longer exists. */
export async function fetchMedia(
  freshContext: FreshContext,
  messageId: MessageId,
  signal?: AbortSignal,
): Promise<Date | undefined> {
  const message = findMessageRow(freshContext(), messageId)
  if (!message || !isWaitingForFile(message)) return undefined
  try {
    requireRoomForFiles(freshContext().company)
    const transfer = { company: freshContext().company.id, bytes: message.data?.file?.size, signal }
    return await withStagedFiles(freshContext(), async (stage) => {
      const file = await transferFile(transfer, () => download(freshContext, message, stage))
      attach(freshContext(), messageId, file)
      return undefined
    })
  } catch (error) {
    const ctx = freshContext()
    if (isStorageShort(error))
      return addMs(ctx.now, error instanceof Refusal && error.code === 'ERR_PLAN_LIMIT' ? whenPlanFullMs : laterMs)
    if (!(error instanceof ChannelError)) throw error
    const isTooOld = ctx.now.getTime() - message.createdAt.getTime() > worthTryingMs
    if (error.reason === 'offline' && !isTooOld) return addMs(ctx.now, laterMs)
    if (error.reason !== 'refused' && error.reason !== 'offline') throw error
    markMediaMissing(ctx, messageId)
    return undefined
  }
}

const isWaitingForFile = ({ mediaId, data }: MessageRow) => mediaId === null && data?.file?.state === 'pending'

/** Stages the file, which is never in memory as a whole. */
async function download(freshContext: FreshContext, message: MessageRow, stage: StageFile) {
  const files = createRequestFiles(tmpdir(), () => requireRoomForFiles(freshContext().company))
  try {
    const target = await files.create()
    await fetchBytes(freshContext(), message, target.write).finally(target.close)
    const [name, type] = [fileNameOf(message), message.data?.file?.type]
    return await stage(target.file(name, ''), name, type)
  } finally {
    await files.discard()
  }
}

async function fetchBytes(ctx: CompanyContext, message: MessageRow, write: WritePiece) {
  const connectionId = findTicketRow(ctx, message.ticketId)?.connectionId ?? null
  if (connectionId === null) throw new ChannelError('refused', 'The connection it came by is gone')
  return fetchFromChannel(ctx, connectionId, contentOf(message), message.providerData?.key ?? {}, write)
}

const kindOf = { image: 'image', video: 'video', audio: 'audio', sticker: 'sticker' } as const

function contentOf({ body, data, mediaType, providerData }: MessageRow): Extract<Content, { source: unknown }> {
  const { name, type, size, seconds, voiceNote } = data?.file ?? { name: '', type: '', size: 0 }
  return {
    kind: mediaType && isKeyOf(kindOf, mediaType) ? kindOf[mediaType] : 'document',
    text: body,
    mimeType: type,
    ...(name ? { fileName: name } : {}),
    ...(size ? { sizeBytes: size } : {}),
    ...(seconds === undefined ? {} : { seconds }),
    ...(voiceNote ? { voiceNote } : {}),
    source: providerData?.source ?? {},
  }
}

const extensions: Record<string, string> = { jpeg: 'jpg', mpeg: 'mp3', plain: 'txt', quicktime: 'mov', 'x-m4a': 'm4a' }

function fileNameOf({ id, data, mediaType }: MessageRow) {
  if (data?.file?.name) return data.file.name
  const subtype = data?.file?.type.split(';')[0]?.split('/')[1]?.trim() ?? ''
  const extension = extensions[subtype] ?? (/^[a-z0-9]{1,5}$/.test(subtype) ? subtype : 'bin')
  return `${mediaType ?? 'file'}-${id}.${extension}`
}

/** Some providers say that a film is a picture, such as a mention in a story. */
function shownAs(mediaType: MessageRow['mediaType'], type: string): MessageRow['mediaType'] {
  const [kind] = type.split('/', 1)
  const isMixedUp = (mediaType === 'image' && kind === 'video') || (mediaType === 'video' && kind === 'image')
  return isMixedUp ? kind : mediaType
}

/** The job may run twice, or the message be deleted. */
function attach(ctx: CompanyContext, messageId: MessageId, file: StagedFile) {
  ctx.transaction(() => {
    const message = findMessageRow(ctx, messageId)
    if (!message || !isWaitingForFile(message)) return
    const media = recordFile(ctx, file, 'message', messageId)
    const { state: _fetched, ...kept } = message.data?.file ?? {}
    const { name, type, size, pixels } = file
    const shown = { ...message, mediaType: shownAs(message.mediaType, type) }
    recordStep(ctx, messageId, 'fileFetched')
    writeFile(ctx, shown, { ...message.data, file: { ...kept, name, type, size, ...pixels } }, media.id)
    return true
  })
}

export function markMediaMissing(ctx: CompanyContext, messageId: MessageId) {
  ctx.transaction(() => {
    const message = findMessageRow(ctx, messageId)
    if (!message?.data?.file || !isWaitingForFile(message)) return
    recordStep(ctx, messageId, 'fileMissing')
    writeFile(ctx, message, { ...message.data, file: { ...message.data.file, state: 'missing' } }, null)
  })
}

function writeFile(
  ctx: CompanyContext,
  { id, ticketId, mediaType }: MessageRow,
  data: MessageData,
  mediaId: number | null,
) {
  ctx.db.update(messageTable).set({ data, mediaId, mediaType }).where(eq(messageTable.id, id)).run()
  recordEvent(ctx, 'message.changed', { messageId: id, ticketId }, { what: 'file' })
}
