import type { FreshContext } from '../kernel/job/jobs'
import type { StagedFile, StageFile } from '../kernel/file/media-store'
import { requireRoomForFiles } from '../kernel/file/room-for-files'
import type { BotReply, FileReply } from './bot-answer'
import { IntegrationError, integrationErrorOf } from './integration-error'

interface FetchedFile extends Omit<FileReply, 'url'> {
  file: StagedFile
}

export type Ready = Exclude<BotReply, FileReply> | FetchedFile

const fileBytesMax = 25 * 1024 * 1024
const timeoutMs = 20_000
const filesMax = 10

/** A failed one is reported; its caption is still sent. */
export async function fetchReplyFiles(
  freshContext: FreshContext,
  replies: readonly BotReply[],
  signal: AbortSignal,
  stage: StageFile,
) {
  const ready: Ready[] = []
  const problems: IntegrationError[] = []
  for (const one of replies) {
    if (!('url' in one)) {
      ready.push(one)
      continue
    }
    const fetched =
      ready.filter((each) => 'file' in each).length < filesMax
        ? await fetchFile(freshContext, one, signal, stage)
        : new IntegrationError('mediaFailed', `More than ${filesMax} files`)
    if (!(fetched instanceof IntegrationError)) ready.push(fetched)
    else {
      problems.push(fetched)
      if (one.caption.trim() !== '') ready.push({ text: one.caption, delayMs: one.delayMs })
    }
  }
  return { ready, problems }
}

/** @throws the signal's reason */
async function fetchFile(
  freshContext: FreshContext,
  { url, ...rest }: FileReply,
  signal: AbortSignal,
  stage: StageFile,
): Promise<FetchedFile | IntegrationError> {
  const { company } = freshContext()
  try {
    requireRoomForFiles(company)
    const limits = { timeoutMs, responseBytesMax: fileBytesMax, signal }
    const { body, headers, url: finalUrl } = await company.services.outgoing.of(company.id, 'bot')(url, limits)
    const type = headers.get('content-type')?.split(';')[0]?.trim() ?? ''
    freshContext()
    const file = await stage(body, nameOf(finalUrl), type)
    return { ...rest, file }
  } catch (error) {
    const { code, message } = integrationErrorOf(error)
    return new IntegrationError('mediaFailed', `${hostOf(url)}: ${message || code}`, { cause: error })
  }
}

function nameOf(url: string) {
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '').slice(0, 200) || 'arquivo'
  } catch {
    return 'arquivo'
  }
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url.slice(0, 100)
