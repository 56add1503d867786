import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writesFile } from '../../testing/media/written-file'
import { textResult } from '../../testing/services/dialogflow/start-dialogflow'
import { opusSilence } from '../../testing/media/opus-silence'
import { createIntegrationTalk, type IntegrationTalk, waitingTicket } from '../../testing/bot/integration-talk'

let { talk, dialogflow, useDialogflow, ask, ticket, lastError, stop } = {} as IntegrationTalk
beforeEach(async () => {
  ;({ talk, dialogflow, useDialogflow, ask, ticket, lastError, stop } = await createIntegrationTalk())
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
})
