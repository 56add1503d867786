import { FileAwaited } from '../../bot/bot-turn'
import type { FreshContext } from '../../kernel/job/jobs'
import { findMedia } from '../../kernel/file/media-store'
import { isUnreachable, openMedia } from '../../kernel/file/open-media'
import type { MessageRow } from '../../message/message.queries'
import { setTranscription } from '../../message/change/set-transcription'
import { AiError } from '../ai-error'
import { assertTokensLeft, recordAiUsage, type UsageOwner } from '../ai-usage'
import { type AiEndpoint, addressOf, callAiService } from '../chat/call-ai-service'
import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'

const secondsMax = 600
const noTokens = { tokensIn: 0, tokensOut: 0 }

export function awaitsTranscription({ mediaType, data, isDeleted }: MessageRow) {
  return mediaType === 'audio' && data?.transcription === undefined && !isDeleted
}

interface Transcriber {
  endpoint: AiEndpoint
  owner: UsageOwner
  model?: string
}

/** A refused audio stays a placeholder. @throws AiError for other failures */
export async function transcribeAll(
  freshContext: FreshContext,
  messages: readonly MessageRow[],
  transcriberOf: () => Transcriber,
  signal: AbortSignal,
) {
  for (const message of messages.filter(awaitsTranscription)) {
    await transcribeMessage(freshContext, message, transcriberOf(), signal).catch((error: unknown) => {
      if (!(error instanceof AiError) || error.code !== 'audioRefused') throw error
    })
  }
}

/** Ten minutes at most. @throws AiError audioRefused for longer or missing ones, unavailable while being fetched */
export async function transcribeMessage(
  freshContext: FreshContext,
  message: MessageRow,
  { endpoint, owner, model: given }: Transcriber,
  signal?: AbortSignal,
): Promise<string> {
  const ctx = freshContext()
  assertTokensLeft(ctx)
  const audio = await readAudio(freshContext, message)
  const { language } = ctx.company.services.about(ctx.company.id)
  const model = given ?? ctx.company.services.ai.transcriptionModel
  const text = await transcribeAudio(freshContext(), { endpoint, model, audio, language, signal })
  const after = freshContext()
  after.transaction(() => {
    recordAiUsage(after, owner, noTokens)
    setTranscription(after, message.id, text)
  })
  return text
}

async function readAudio(freshContext: FreshContext, { mediaId, data }: MessageRow) {
  const ctx = freshContext()
  const media = findMedia(ctx, mediaId)
  if (!media && data?.file?.state === 'pending') {
    const cause = new FileAwaited()
    throw new AiError('unavailable', cause.message, { cause })
  }
  if (!media) throw new AiError('audioRefused', 'The audio is missing')
  if (media.size > audioBytesMax || (data?.file?.seconds ?? 0) > secondsMax) throw tooLong()
  using file = await openMedia(ctx, media).catch((cause: unknown) => {
    throw isUnreachable(cause)
      ? new AiError('unavailable', 'The storage for files cannot be reached', { cause })
      : cause
  })
  if (!file) throw new AiError('audioRefused', 'The audio is missing')
  const bytes = new Uint8Array(await Bun.file(file.path).arrayBuffer())
  if ((opusSeconds(bytes) ?? 0) > secondsMax) throw tooLong()
  return { bytes, mimeType: media.type }
}

const tooLong = () => new AiError('audioRefused', 'The audio is longer than ten minutes')

/** OGG with Opus; else undefined. */
export function opusSeconds(bytes: Uint8Array): number | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!buffer.subarray(0, 200).includes('OpusHead')) return undefined
  const last = buffer.lastIndexOf('OggS')
  // End of the last page, in samples at 48 kHz (RFC 7845).
  if (last < 0 || last + 14 > buffer.length) return undefined
  return Number(buffer.readBigInt64LE(last + 6)) / 48_000
}

interface AudioFile {
  bytes: Uint8Array<ArrayBuffer>
  mimeType: string
}

interface TranscriptionRequest {
  endpoint: AiEndpoint
  model: string
  audio: AudioFile
  /** ISO 639-1. */
  language?: string
  signal?: AbortSignal
}

const audioBytesMax = 25 * 1024 * 1024
const timeoutMs = 60_000
const textMax = 20_000

/** The API goes by the file's name. */
const extensions: Record<string, string> = {
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'application/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'm4a',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/webm': 'webm',
  'audio/flac': 'flac',
}

const Transcription = v.pipe(v.string(), v.parseJson(), v.object({ text: v.string() }))

/** Empty when nothing is spoken. @throws AiError; the signal's reason */
export async function transcribeAudio(ctx: CompanyContext, request: TranscriptionRequest): Promise<string> {
  const { endpoint, model, audio, language, signal } = request
  const type = audio.mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const extension = Object.hasOwn(extensions, type) ? extensions[type] : undefined
  if (extension === undefined) throw new AiError('audioRefused', `Audio of type ${type.slice(0, 100)} is not supported`)
  if (audio.bytes.length > audioBytesMax) throw new AiError('audioRefused', 'The audio is larger than 25 MB')
  const form = new FormData()
  form.set('file', new Blob([audio.bytes], { type }), `audio.${extension}`)
  form.set('model', model)
  form.set('response_format', 'json')
  if (language !== undefined) form.set('language', language)
  const encoded = new Response(form)
  const response = await callAiService(ctx, addressOf(endpoint, '/audio/transcriptions'), endpoint.apiKey, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${endpoint.apiKey}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    body: new Uint8Array(await encoded.arrayBuffer()),
    requestBytesMax: audioBytesMax + 64 * 1024,
    timeoutMs,
    signal,
  })
  const result = v.safeParse(Transcription, response.text())
  if (!result.success) throw new AiError('invalidAnswer', 'The transcription has an unknown form')
  return result.output.text.trim().slice(0, textMax)
}
