import type { CompanyContext } from '../../kernel/company/company-context'
import { AiError } from '../ai-error'
import { callAiService } from '../chat/call-ai-service'

interface SpeechRequest {
  key: string
  region: string
  voice: string
  text: string
  signal?: AbortSignal
}

/** Part of a host name, so nothing else is allowed. */
const regionPattern = /^[a-z0-9]{3,30}$/
const voicePattern = /^([a-z]{2,3}-[A-Z]{2})-[A-Za-z]{2,40}$/
const timeoutMs = 30_000
const audioBytesMax = 8 * 1024 * 1024

/** Returns the text read aloud, as OGG with Opus, by Azure's speech service. @throws AiError; the signal's reason */
export async function synthesizeSpeech(ctx: CompanyContext, request: SpeechRequest): Promise<Uint8Array> {
  const { key, region, voice, text, signal } = request
  if (!regionPattern.test(region)) throw new AiError('addressRefused', 'The region of the voice is not valid')
  const base = ctx.company.services.ai.azureSpeechUrl ?? `https://${region}.tts.speech.microsoft.com`
  const { body } = await callAiService(ctx, `${base}/cognitiveservices/v1`, key, {
    method: 'POST',
    headers: {
      'ocp-apim-subscription-key': key,
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': 'ogg-48khz-16bit-mono-opus',
    },
    body: ssmlOf(voice, text),
    responseBytesMax: audioBytesMax,
    timeoutMs,
    signal,
  })
  if (new TextDecoder().decode(body.subarray(0, 4)) !== 'OggS') {
    throw new AiError('invalidAnswer', 'The speech service answered with something other than audio')
  }
  return body
}

/** Speech Synthesis Markup Language (W3C). The text is escaped, so that an answer cannot contain markup. */
function ssmlOf(voice: string, text: string) {
  const [, language] = voicePattern.exec(voice) ?? []
  if (language === undefined) throw new AiError('requestRefused', 'The voice is not valid')
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${language}">` +
    `<voice name="${voice}">${escapeXml(text)}</voice></speak>`
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Leaves out the characters that XML 1.0 does not allow. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
