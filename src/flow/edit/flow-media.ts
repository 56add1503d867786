import { createLimiter } from '../../kernel/job/limiter'
import { perCompany } from '../../kernel/company/company-files'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordFile, type StagedFile, type StageFile, withStagedFiles } from '../../kernel/file/media-store'
import { remakePicture } from '../../kernel/file/remake-picture'
import { sniffType } from '../../kernel/file/sniff-type'
import { requireRoomForUpload, waitingBytesMax } from '../../kernel/file/waiting-upload'
import { flowMediaLimits } from '../flow.contract'
import { unusedFlowBytes } from './sweep-flow-files'

/** Drawings name files, and the sweep deletes the others. */
const nobody = 0
const edgePixelsMax = 4_096
const quickTimeBrand = 'ftypqt  '

type FileKind = keyof typeof flowMediaLimits

const tooLarge = { img: 'flowImageTooLarge', audio: 'flowAudioTooLarge', video: 'flowVideoTooLarge' } as const

/** @throws Refusal ERR_FILE_TOO_LARGE, ERR_UPLOADS_WAITING; ERR_INVALID_INPUT for another kind */
export function uploadFlowFiles(ctx: CompanyContext, files: readonly File[], kinds: readonly FileKind[]) {
  return oneAtATime(ctx.company)(() => storeFiles(ctx, files, kinds))
}

/** Uploads must see each other's files. */
const oneAtATime = perCompany(() => createLimiter(1))

async function storeFiles(ctx: CompanyContext, files: readonly File[], kinds: readonly FileKind[]) {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  requireRoomForUpload(ctx, bytes, await unusedFlowBytes(ctx, waitingBytesMax - bytes))
  return withStagedFiles(ctx, async (stage) => {
    const staged: StagedFile[] = []
    for (const file of files) staged.push(await stageFlowFile(stage, file, kinds))
    return ctx.transaction(() => staged.map((file) => recordFile(ctx, file, 'flow', nobody).key))
  })
}

async function stageFlowFile(stage: StageFile, file: File, kinds: readonly FileKind[]): Promise<StagedFile> {
  if (file.size === 0) refuse('ERR_INVALID_INPUT', { fields: { medias: 'empty' } })
  const type = sniffType(new Uint8Array(await file.slice(0, 64).arrayBuffer()), file.type)
  const kind = kinds.find((one) => flowMediaLimits[one].types.some((known) => known === type))
  if (kind === undefined || (await isQuickTime(file))) {
    return refuse('ERR_INVALID_INPUT', { fields: { medias: wrongType(file, kinds) } })
  }
  const { bytesMax } = flowMediaLimits[kind]
  if (file.size > bytesMax)
    refuse('ERR_FILE_TOO_LARGE', { fields: { medias: tooLarge[kind] }, body: { fileBytesMax: bytesMax } })
  if (kind !== 'img') return stage(file, file.name, file.type)
  const format = type === 'image/png' ? 'png' : 'jpeg'
  const rules = { field: 'medias', bytesMax, edgePixelsMax, format, quality: 70 } as const
  return stage(await remakePicture(file, rules), file.name, type)
}

async function isQuickTime(file: File) {
  return (await file.slice(4, 12).text()) === quickTimeBrand
}

function wrongType(file: File, kinds: readonly FileKind[]) {
  if (kinds.length === 1 && kinds[0] === 'img') return 'flowImageType'
  return file.type.startsWith('video/') || file.type.startsWith('image/') ? 'flowVideoType' : 'flowAudioType'
}
