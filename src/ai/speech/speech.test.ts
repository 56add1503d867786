import { afterEach, beforeEach, expect, test } from 'bun:test'
import { channelNames } from '../../channel/channel-rules.contract'
import { type AzureSpeech, startAzureSpeech } from '../../testing/services/azure-speech/start-azure-speech'
import { type OpenAi, startOpenAi } from '../../testing/services/openai/start-openai'
import { createWorld, type World } from '../../testing/world/world'
import { synthesizeSpeech } from './speak-answer'
import { transcribeAudio } from './transcribe-message'

let openAi: OpenAi
let speech: AzureSpeech
let world: World
beforeEach(async () => {
  openAi = await startOpenAi()
  speech = startAzureSpeech()
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.1', AZURE_SPEECH_URL: speech.url } })
})
afterEach(async () => {
  world.stop()
  await Promise.all([openAi.stop(), speech.stop()])
})

const transcribe = (mimeType: string, bytes = new Uint8Array([79, 103, 103, 83, 0])) =>
  transcribeAudio(world.ctx(1), {
    endpoint: { baseUrl: openAi.url, apiKey: openAi.key },
    model: 'whisper-1',
    audio: { bytes, mimeType },
    language: 'pt',
  })

const say = (text: string, more: object = {}) =>
  synthesizeSpeech(world.ctx(1), {
    key: speech.key,
    region: 'brazilsouth',
    voice: 'pt-BR-FranciscaNeural',
    channel: 'whatsapp',
    text,
    ...more,
  })

test('sends a voice note in its format, and returns its text', async () => {
  openAi.script.transcribe = ({ bytes, name, language }) => ` ${name} ${bytes.join('.')} ${language} \n`
  expect(await transcribe('audio/ogg; codecs=opus')).toBe('audio.ogg 79.103.103.83.0 pt')
  expect(openAi.calls).toMatchObject([
    { line: 'POST /v1/audio/transcriptions', key: openAi.key, body: { model: 'whisper-1' } },
  ])
})

test('does not send files of other types or above the limit', async () => {
  await expect(transcribe('application/pdf')).rejects.toMatchObject({ code: 'audioRefused', isTemporary: false })
  await expect(transcribe('constructor')).rejects.toMatchObject({ code: 'audioRefused' })
  const large = new Uint8Array(25 * 1024 * 1024 + 1)
  await expect(transcribe('audio/ogg', large)).rejects.toMatchObject({ code: 'audioRefused' })
  expect(openAi.calls).toEqual([])
})

test('escapes markup in a text read by the voice', async () => {
  const text = 'Tom & "Ana" <break time="9s"/> <!-- x --> ]]> é'
  const audio = await say(`${text}\u0000\u001b\ud800`)
  expect(new TextDecoder().decode(audio.subarray(0, 4))).toBe('OggS')
  expect(speech.calls).toMatchObject([{ key: speech.key, voice: 'pt-BR-FranciscaNeural', text: `${text}�` }])
})

test('speaks to Messenger and Instagram in a format that they play', async () => {
  for (const channel of channelNames) {
    const start = ['facebook', 'instagram'].includes(channel) ? 'RIFF' : 'OggS'
    expect([channel, new TextDecoder().decode((await say('oi', { channel })).subarray(0, 4))]).toEqual([channel, start])
  }
})

test('refuses a region or voice that could change the address or the markup', async () => {
  for (const region of ['', 'evil.test/x?', 'brazilsouth.evil', 'a@b', 'BRAZILSOUTH']) {
    await expect(say('oi', { region })).rejects.toMatchObject({ code: 'addressRefused' })
  }
  for (const voice of ['texto', '"/><break/>', 'pt-BR-Francisca"Neural']) {
    await expect(say('oi', { voice })).rejects.toMatchObject({ code: 'requestRefused' })
  }
  expect(speech.calls).toEqual([])
})

test('fails when the speech service is down or returns no audio', async () => {
  speech.failures.status = 503
  await expect(say('oi')).rejects.toMatchObject({ code: 'unavailable', isTemporary: true })
  speech.failures.status = 0
  await expect(say('oi', { key: 'wrong' })).rejects.toMatchObject({ code: 'keyRefused', isTemporary: false })
  speech.failures.nonsense = true
  await expect(say('oi')).rejects.toMatchObject({ code: 'invalidAnswer' })
})
