import { type ChannelName, channelRules } from '../../channel/channel-rules.contract'
import type { FreshContext } from '../../kernel/job/jobs'
import { readSecret } from '../../kernel/config/sealed-secret'
import type { StagedFile, StageFile } from '../../kernel/file/media-store'
import { AiError } from '../ai-error'
import type { Prompt } from '../prompt/prompt.record'
import type { CompanyContext } from '../../kernel/company/company-context'
import { callAiService } from '../chat/call-ai-service'

/** About two minutes of speech; longer answers are read faster than heard. */
const spokenMax = 1_500

/** Links and long texts are sent in writing. */
export function isSpoken({ voice }: Pick<Prompt, 'voice'>, text: string) {
  return voice !== 'texto' && text !== '' && text.length <= spokenMax && !/https?:\/\//i.test(text)
}

export async function speakAnswer(
  freshContext: FreshContext,
  prompt: Prompt,
  { text, channel }: { text: string; channel: ChannelName },
  signal: AbortSignal,
  stage: StageFile,
): Promise<StagedFile> {
  const ctx = freshContext()
  const secret = readSecret(ctx.company.services.sealer, prompt.voiceKey)
  if (secret.state !== 'set') throw new AiError('keyRefused', 'The key of the voice has to be entered again')
  const { voice, voiceRegion: region } = prompt
  const audio = await synthesizeSpeech(ctx, {
    key: secret.text,
    region,
    voice,
    text: spokenText(text),
    channel,
    signal,
  })
  freshContext()
  const { name, type } = formatFor(channel)
  return stage(audio, name, type)
}

/** By Azure's names. */
const speechFormats = {
  ogg: { azure: 'ogg-48khz-16bit-mono-opus', name: 'voice.ogg', type: 'audio/ogg', start: 'OggS' },
  wav: { azure: 'riff-24khz-16bit-mono-pcm', name: 'voice.wav', type: 'audio/wav', start: 'RIFF' },
}

/** Messenger and Instagram play no OGG, and the service speaks no M4A. */
const formatFor = (channel: ChannelName) =>
  speechFormats[channelRules[channel].voiceFileExtension === 'm4a' ? 'wav' : 'ogg']

/** Removes formatting and pictographs, which would be read aloud by their names. */
const spokenText = (text: string) =>
  text
    .replace(/[*_~`]+/g, '')
    .replace(/^ *[-•] +/gm, '')
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, '')
    .trim()

interface SpeechRequest {
  key: string
  region: string
  voice: string
  text: string
  channel: ChannelName
  signal?: AbortSignal
}

/** Part of a host name. */
const regionPattern = /^[a-z0-9]{3,30}$/
const voicePattern = /^([a-z]{2,3}-[A-Z]{2})-[A-Za-z]{2,40}$/
const timeoutMs = 30_000
const audioBytesMax = 8 * 1024 * 1024

/** In a format that the channel plays, by Azure. @throws AiError; the signal's reason */
export async function synthesizeSpeech(ctx: CompanyContext, request: SpeechRequest): Promise<Uint8Array> {
  const { key, region, voice, text, channel, signal } = request
  const { azure, start } = formatFor(channel)
  if (!regionPattern.test(region)) throw new AiError('addressRefused', 'The region of the voice is not valid')
  const base = ctx.company.services.ai.azureSpeechUrl ?? `https://${region}.tts.speech.microsoft.com`
  const { body } = await callAiService(ctx, `${base}/cognitiveservices/v1`, key, {
    method: 'POST',
    headers: {
      'ocp-apim-subscription-key': key,
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': azure,
    },
    body: ssmlOf(voice, text),
    responseBytesMax: audioBytesMax,
    timeoutMs,
    signal,
  })
  if (new TextDecoder().decode(body.subarray(0, 4)) !== start) {
    throw new AiError('invalidAnswer', 'The speech service answered with something other than audio')
  }
  return body
}

/** SSML (W3C). Escaped against markup in an answer. */
function ssmlOf(voice: string, text: string) {
  const [, language] = voicePattern.exec(voice) ?? []
  if (language === undefined) throw new AiError('requestRefused', 'The voice is not valid')
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${language}">` +
    `<voice name="${voice}">${escapeXml(text)}</voice></speak>`
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** XML 1.0 does not allow some characters. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
