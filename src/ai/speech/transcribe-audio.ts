import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import { AiError } from '../ai-error'
import { addressOf, type AiEndpoint, callAiService } from '../chat/call-ai-service'

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

/** The API's limit. */
export const audioBytesMax = 25 * 1024 * 1024
const timeoutMs = 60_000
const textMax = 20_000

/** The API detects a file's format by its name. */
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

/**
 * Transcribes by `/audio/transcriptions` of an OpenAI-compatible API; empty when nothing is spoken. @throws AiError;
 * the signal's reason
 */
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
