import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { dot } from '../../testing/media/dot'
import { writesFile } from '../../testing/media/written-file'
import { textResult } from '../../testing/services/dialogflow/start-dialogflow'
import { opusSilence } from '../../testing/media/opus-silence'
import { createIntegrationTalk, type IntegrationTalk, waitingTicket } from '../../testing/bot/integration-talk'

let { talk, n8n, dialogflow, useDialogflow, ask, ticket, lastError, stop } = {} as IntegrationTalk
beforeEach(async () => {
  ;({ talk, n8n, dialogflow, useDialogflow, ask, ticket, lastError, stop } = await createIntegrationTalk())
})
afterEach(() => stop())

describe('Dialogflow', () => {
  test('answers text and speech in one session, with one token', async () => {
    await useDialogflow()
    expect(await ask('Que horas abre?')).toEqual(['Eco: Que horas abre?'])
    const channel = { fetchMedia: writesFile(() => opusSilence(3)) }
    talk.ports.connections = { channel: () => channel } as never
    dialogflow.respondWith(() => textResult('Ouvi'))
    const note = { kind: 'audio', text: '', mimeType: 'audio/ogg; codecs=opus', voiceNote: true, source: { url: 'x' } }
    talk.write('', { content: { ...note, seconds: 3 } as never })
    await talk.pass(2)
    expect(talk.newTexts()).toEqual(['Ouvi'])
    const [written, spoken] = dialogflow.calls
    expect(written).toMatchObject({ project: 'loja-test', languageCode: 'pt-BR', text: 'Que horas abre?' })
    expect(spoken?.audio).toMatchObject({ encoding: 'AUDIO_ENCODING_OGG_OPUS', sampleRateHertz: 48_000 })
    expect([spoken?.session, dialogflow.grantedTokens()]).toEqual([written?.session, 1])
  })

  test('renews a token once that Google no longer accepts, and admins see it', async () => {
    const id = await useDialogflow()
    expect(await ask('Oi')).toEqual(['Eco: Oi'])
    dialogflow.forgetTokens()
    expect(await ask('Ainda aí?')).toEqual(['Eco: Ainda aí?'])
    expect([dialogflow.grantedTokens(), lastError(id)]).toMatchObject([2, { code: 'keyRefused' }])
    expect(ticket()).toMatchObject({ isBot: true })
    dialogflow.refuseTokens()
    expect(await ask('E agora?')).toEqual([])
    expect([dialogflow.grantedTokens(), ticket()]).toMatchObject([3, waitingTicket])
    expect(lastError(id)).toMatchObject({ code: 'keyRefused', message: expect.stringContaining('HTTP 401') })
  })

  test('that ends the conversation leaves the ticket to agents, without a menu', async () => {
    await useDialogflow()
    dialogflow.respondWith(() => textResult('Até mais', { diagnosticInfo: { end_conversation: true } }))
    expect(await ask('Tchau')).toEqual(['Até mais'])
    expect(ticket()).toMatchObject({ ...waitingTicket, queueId: null })
    expect(await ask('Alô?')).toEqual([])
  })

  test('with a refused account sends nothing to the contact, and shows admins the reason', async () => {
    await useDialogflow({ jsonContent: dialogflow.serviceAccount({ client_email: 'outra@loja-test.test' }) })
    expect(await ask('Oi')).toEqual([])
    expect(ticket()).toMatchObject(waitingTicket)
    expect(lastError()).toMatchObject({ code: 'keyRefused', message: 'HTTP 400 Invalid JWT Signature.' })
  })
  test('in a region sends its texts and a file, and moves to the queue; the rest of an answer is left out', async () => {
    await useDialogflow({ projectName: 'projects/loja-test/locations/europe-west1' })
    const mediaUrl = n8n.putFile('foto.png', dot, 'image/png')
    const payloads = [{ mediaUrl, caption: 'A foto' }, { mediaUrl, caption: 7 }, { mediaUrl: '' }, { queueId: 2 }, null]
    const fulfillmentMessages = [{ text: { text: ['Um', ' ', 3] } }, null, ...payloads.map((payload) => ({ payload }))]
    dialogflow.respondWith(() => textResult('Outro', { fulfillmentMessages }))
    expect(await ask('Oi'.repeat(200))).toEqual(['Um', 'A foto', ''])
    expect(talk.ourRows().map(({ mediaType }) => mediaType)).toEqual([null, 'image', 'image'])
    expect(ticket()).toMatchObject({ ...waitingTicket, queueId: 2 })
    expect(dialogflow.calls).toMatchObject([{ location: 'europe-west1', text: 'Oi'.repeat(128) }])
    expect(lastError()).toBeUndefined()
  })

  test('answers with the text of a fulfilment alone, and ends with the intent', async () => {
    await useDialogflow()
    dialogflow.respondWith(() => ({ fulfillmentText: ' ' }))
    expect(await ask('Oi')).toEqual([])
    dialogflow.respondWith(() => ({ fulfillmentText: 'Tchau', intent: { endInteraction: true } }))
    expect(await ask('Tchau')).toEqual(['Tchau'])
    expect([ticket(), lastError()]).toMatchObject([waitingTicket, undefined])
  })

  test('gets a new token a minute before the last one ends, and asks for none twice that is refused at once', async () => {
    await useDialogflow()
    const askAfter = async (seconds: number) => {
      await talk.jump(new Date(talk.now().getTime() + seconds * 1000))
      return [await ask('Oi'), dialogflow.grantedTokens()]
    }
    expect(await askAfter(0)).toEqual([['Eco: Oi'], 1])
    expect(await askAfter(3400)).toEqual([['Eco: Oi'], 1])
    expect(await askAfter(20)).toEqual([['Eco: Oi'], 2])
    dialogflow.refuseTokens()
    expect(await askAfter(3600)).toEqual([[], 3])
    expect(lastError()).toMatchObject({ code: 'keyRefused', message: expect.stringContaining('HTTP 401') })
  })

  test.each([
    ['a token that is refused for now', 'refused', 'HTTP 503', 3, () => new Response('', { status: 503 })],
    ['a page for a token', 'badAnswer', 'Google’s answer is no JSON', 1, () => new Response('<html>')],
    ['no token', 'badAnswer', 'Google gave no token', 1, () => Response.json({})],
  ])('that gives %s is silent', async (_, code, message, times, respond) => {
    await useDialogflow()
    dialogflow.grantWith(respond)
    talk.write('Oi')
    await talk.pass(4)
    expect([talk.newTexts(), lastError(), dialogflow.grantedTokens()]).toMatchObject([[], { code, message }, times])
  })

  test.each([
    ['no result', 'badAnswer', 'The answer has no queryResult', () => undefined],
    ['a page', 'badAnswer', 'Google’s answer is no JSON', () => new Response('<html>')],
    ['a refusal', 'refused', 'HTTP 403', () => new Response('', { status: 403 })],
  ])('that answers with %s is silent and keeps its token', async (_, code, message, respond) => {
    await useDialogflow()
    expect(await ask('Oi')).toEqual(['Eco: Oi'])
    dialogflow.respondWith(respond)
    expect(await ask('Oi')).toEqual([])
    expect([lastError(), dialogflow.grantedTokens()]).toMatchObject([{ code, message }, 1])
  })

  test('with a damaged key asks Google for nothing', async () => {
    const private_key = '-----BEGIN PRIVATE KEY-----\nabcd\n-----END PRIVATE KEY-----\n'
    await useDialogflow({ jsonContent: dialogflow.serviceAccount({ private_key }) })
    expect(await ask('Oi')).toEqual([])
    expect(lastError()).toMatchObject({ code: 'keyRefused', message: 'The private key cannot be read' })
    expect(dialogflow.grantedTokens()).toBe(0)
  })
})
