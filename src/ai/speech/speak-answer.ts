import type { FreshContext } from '../../kernel/job/jobs'
import { readSecret } from '../../kernel/config/sealed-secret'
import type { StagedFile, StageFile } from '../../kernel/file/media-store'
import { AiError } from '../ai-error'
import type { Prompt } from '../prompt/prompt.record'
import { synthesizeSpeech } from './synthesize-speech'

/** About two minutes of speech; longer answers are read faster than heard. */
const spokenMax = 1_500

/** Whether an answer is read aloud. Links and long texts are sent in writing, as nobody can follow them by ear. */
export function isSpoken({ voice }: Pick<Prompt, 'voice'>, text: string) {
  return voice !== 'texto' && text !== '' && text.length <= spokenMax && !/https?:\/\//i.test(text)
}

/** Returns the answer as a staged voice note. @throws AiError; the signal's reason */
export async function speakAnswer(
  freshContext: FreshContext,
  prompt: Prompt,
  text: string,
  signal: AbortSignal,
  stage: StageFile,
): Promise<StagedFile> {
  const ctx = freshContext()
  const secret = readSecret(ctx.company.services.sealer, prompt.voiceKey)
  if (secret.state !== 'set') throw new AiError('keyRefused', 'The key of the voice has to be entered again')
  const { voice, voiceRegion: region } = prompt
  const audio = await synthesizeSpeech(ctx, { key: secret.text, region, voice, text: spokenText(text), signal })
  freshContext()
  return stage(audio, 'voice.ogg', 'audio/ogg')
}

/** Removes formatting and pictographs, which would be read aloud by their names. */
const spokenText = (text: string) =>
  text
    .replace(/[*_~`]+/g, '')
    .replace(/^ *[-•] +/gm, '')
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, '')
    .trim()
