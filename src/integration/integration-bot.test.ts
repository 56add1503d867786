import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { lastBotErrors } from '../bot/bot-errors'
import { updateQueue } from '../queue/queue.commands'
import { emptyIntegration } from '../testing/bot-bodies'
import { createTalk, type Talk } from '../testing/bots'
import { findTicketRowOf } from '../testing/conversation'
import { type Dialogflow, startDialogflow, textResult } from '../testing/dialogflow/start-dialogflow'
import { dot } from '../testing/dot'
import { addFlow, drawFlow, text } from '../testing/flows'
import { type N8n, n8nAnswers, startN8n } from '../testing/n8n/start-n8n'
import { opusSilence } from '../testing/opus-silence'
import {
  choiceInput,
  fileBubble,
  startTypebot,
  textBubble,
  textInput,
  type Typebot,
  type TypebotStep,
} from '../testing/typebot/start-typebot'
import { acceptTicket } from '../ticket/assignment/accept-ticket'
import { listContactTags } from '../tag/tag.queries'
import { createTag } from '../tag/save-tag'
import { createIntegration } from './integration.commands'
import type { IntegrationBody } from './integration.contract'

let n8n: N8n
let typebot: Typebot
let dialogflow: Dialogflow
let talk: Talk
const bots: Record<string, TypebotStep[]> = {}
beforeEach(async () => {
  n8n = startN8n()
  dialogflow = startDialogflow()
  typebot = startTypebot(bots)
  const allowed = [n8n, typebot, dialogflow].map(({ address }) => address).join(',')
  talk = await createTalk({
    environment: { ...dialogflow.environment, OUTGOING_ALLOW: allowed, PUBLIC_URL: 'https://recado.test' },
  })
})
afterEach(async () => {
  talk.stop()
  await Promise.all([n8n.stop(), typebot.stop(), dialogflow.stop()])
})

async function use(given: Partial<IntegrationBody> & Pick<IntegrationBody, 'type'>, connected = true) {
  const { id } = await createIntegration(talk.ctxAs(talk.ana), {
    ...emptyIntegration,
    ...given,
  })
  talk.connect({ greetingMessage: 'Menu', complationMessage: 'Até logo' }, { integrationId: connected ? id : null })
  return id
}
const useN8n = (more: Partial<IntegrationBody> = {}) => use({ type: 'n8n', urlN8N: n8n.url, ...more })
const useTypebot = (steps: TypebotStep[], more: Partial<IntegrationBody> = {}) => {
  bots['loja'] = steps
  return use({ type: 'typebot', urlN8N: typebot.url, typebotSlug: 'loja', ...more })
}
const useDialogflow = (more: Partial<IntegrationBody> = {}) =>
  use({ type: 'dialogflow', projectName: 'loja-test', jsonContent: dialogflow.serviceAccount(), ...more })

async function ask(text: string) {
  talk.write(text)
  await talk.pass(1)
  return talk.newTexts()
}
const ticket = (id = 1) => findTicketRowOf(talk, id)
const lastError = (id = 1) => lastBotErrors(talk.ctx(1), 'integration').get(id)
const waiting = { status: 'pending', userId: null, isBot: false, useIntegration: false }

describe('n8n and webhooks', () => {
  test('receive the signed turn, and their answer is sent and executed', async () => {
    await useN8n({ secret: 'assina-1' })
    const tag = createTag(talk.ctxAs(talk.ana), { name: 'Lead', kanban: false } as never)
    n8n.respondWith(
      n8nAnswers.lastNode({
        reply: ['Olá {{name}}!', { text: 'Tudo bem?' }],
        queueId: '2',
        tagIds: [tag.id, 99],
        variables: { plano: 'ouro' },
      }),
    )
    expect(await ask('Quero contratar')).toEqual(['Olá {{name}}!', 'Tudo bem?'])
    expect(ticket()).toMatchObject({ ...waiting, queueId: 2 })
    expect(listContactTags(talk.ctx(1), 1).map(({ name }) => name)).toEqual(['Lead'])
    expect(lastError()).toMatchObject({ code: 'unknownId', message: 'tagIds: 99' })
    const [call] = n8n.calls
    expect(call?.body).toMatchObject({
      id: `${ticket()?.uuid}.1`,
      event: 'message.received',
      company: { id: 1, name: 'Acme' },
      connection: { id: 1, channel: 'whatsapp' },
      contact: { name: 'Dona Maria', number: '5511988880001', tags: [], extraInfo: [] },
      ticket: { id: 1, status: 'pending', queue: null, user: null, protocol: '202603101', variables: {} },
      message: { body: 'Quero contratar', type: 'text', mediaUrl: null },
    })
    const { 'x-recado-timestamp': at, 'x-recado-signature': signature } = call?.headers ?? {}
    const hasher = new Bun.CryptoHasher('sha256', 'assina-1').update(`${at}.${call?.rawBody}`)
    expect(signature).toBe(`sha256=${hasher.digest('hex')}`)
    expect(await ask('Alô?')).toEqual([])
    expect(n8n.calls).toHaveLength(1)
  })

  test('with an empty answer send no quote', async () => {
    await useN8n()
    for (const answer of [
      n8nAnswers.immediately,
      n8nAnswers.noBody,
      n8nAnswers.page,
      n8nAnswers.json({ closeTicket: 'false' }),
    ]) {
      n8n.respondWith(answer)
      expect(await ask('Oi')).toEqual([])
    }
    expect([ticket()?.status, n8n.calls.length, lastError()]).toEqual(['pending', 4, undefined])
    n8n.respondWith(n8nAnswers.json({ reply: 'Tchau', closeTicket: 'true' }))
    expect(await ask('Encerra')).toEqual(['Tchau', 'Até logo'])
    expect(ticket()?.status).toBe('closed')
  })

  test('get two consecutive messages as one turn, and remember variables', async () => {
    await useN8n()
    n8n.respondWith(n8nAnswers.json({ reply: 'Certo', variables: { cpf: 123 } }))
    for (const text of ['Oi', 'tudo bem?']) talk.write(text)
    await talk.pass(1)
    expect(talk.newTexts()).toEqual(['Certo'])
    expect(n8n.calls.map(({ body }) => body['message'].body)).toEqual(['Oi\ntudo bem?'])
    await ask('E agora?')
    expect(n8n.calls[1]?.body['ticket'].variables).toEqual({ cpf: '123' })
  })

  test('send files through the guarded fetch; a failed file is recorded, and its text is still sent', async () => {
    await useN8n()
    const picture = n8n.putFile('foto.png', dot, 'image/png')
    n8n.respondWith(
      n8nAnswers.json({
        reply: [
          { mediaUrl: picture, caption: 'A foto' },
          { mediaUrl: 'http://169.254.169.254/latest/', caption: 'O segredo' },
        ],
      }),
    )
    expect(await ask('Foto?')).toEqual(['A foto', 'O segredo'])
    expect(talk.ourRows().map(({ mediaType, data }) => [mediaType, data?.file?.name])).toEqual([
      ['image', 'foto.png'],
      [null, undefined],
    ])
    expect(lastError()).toMatchObject({ code: 'mediaFailed' })
  })

  test('that fail are retried three times under one id; then the ticket waits and admins see the reason', async () => {
    await useN8n()
    n8n.respondWith(n8nAnswers.workflowError)
    talk.write('Oi')
    await talk.pass(4)
    expect(new Set(n8n.calls.map(({ headers }) => headers['x-recado-delivery'])).size).toBe(1)
    expect([n8n.calls.length, talk.newTexts()]).toEqual([3, []])
    expect(ticket()).toMatchObject({ ...waiting, queueId: null })
    expect(lastError()).toMatchObject({ code: 'refused', message: 'HTTP 500 Error in workflow' })
    n8n.respondWith(n8nAnswers.metadata)
    talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
    await ask('Oi')
    expect(n8n.calls).toHaveLength(4)
    expect(lastError()).toMatchObject({ code: 'refused', message: 'HTTP 307' })
  })

  test('that name unknown ids still send their text, and admins see each wrong id', async () => {
    await useN8n()
    const wrong = async (answer: Record<string, unknown>) => {
      n8n.respondWith(n8nAnswers.json({ reply: 'Certo', ...answer }))
      const { sqlite } = talk.ctx(1).company
      sqlite.run('DELETE FROM bot_error')
      expect(await ask(`Oi ${JSON.stringify(answer)}`)).toEqual(['Certo'])
      return lastError()
    }
    const unknown = (message: string) => expect.objectContaining({ code: 'unknownId', message })
    expect(await wrong({ queueId: 99 })).toEqual(unknown('queueId: 99'))
    expect(await wrong({ queueId: 'Vendas', userId: -1 })).toEqual(unknown('queueId: "Vendas"; userId: -1'))
    expect(await wrong({ tagIds: [1.5, { id: 3 }, 77] })).toEqual(unknown('tagIds: 1.5; tagIds: {"id":3}; tagIds: 77'))
    expect(await wrong({ tagIds: 'Lead' })).toEqual(unknown('tagIds: "Lead"'))
    expect(await wrong({ tagIds: Array.from({ length: 51 }, () => 0) })).toEqual(unknown('tagIds: more than 50'))
    expect(await wrong({ queueId: 0, userId: '', tagIds: null, closeTicket: false })).toBeUndefined()
    expect(ticket()).toMatchObject({ status: 'pending', queueId: null, isBot: true })
  })

  test('that answer after an agent accepted are ignored', async () => {
    await useN8n()
    n8n.respondWith(n8nAnswers.json({ reply: 'Tarde demais', queueId: 2 }))
    const release = n8n.hold()
    talk.write('Oi')
    const turn = talk.pass(1)
    while (n8n.calls.length === 0) await Bun.sleep(2)
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    release()
    await turn
    expect([talk.newTexts(), ticket()?.queueId]).toEqual([[], 1])
  })
})

describe('Typebot', () => {
  test('sends bubbles in order with their pauses, and accepts the number of a choice', async () => {
    const picture = () => n8n.putFile('casa.png', dot, 'image/png')
    const voice = () => n8n.putFile('oi.ogg', opusSilence(1), 'audio/ogg')
    const wait = { type: 'wait', wait: { secondsToWaitFor: 5 }, lastBubbleBlockId: 'b1' }
    await useTypebot([
      {
        bubbles: [textBubble('Veja:', 'b1'), fileBubble('image', picture()), fileBubble('audio', voice())],
        clientSideActions: [wait],
        input: choiceInput('Comprar', 'Alugar'),
      },
      { bubbles: [textBubble('Ótimo.')], input: textInput() },
    ])
    expect(await ask('Oi')).toEqual(['Veja:', '', '', '*1* - Comprar\n*2* - Alugar'])
    const rows = talk.ourRows()
    expect(rows.map(({ mediaType, data }) => `${mediaType} ${data?.file?.voiceNote === true}`)).toEqual([
      ...['null false', 'image false', 'audio true', 'null false'],
    ])
    const times = rows.map(({ sendAfter }) => sendAfter?.getTime() ?? 0)
    expect(times.slice(1).map((at, index) => at - (times[index] ?? 0))).toEqual([6000, 1000, 1000])
    expect(typebot.calls[0]).toMatchObject({
      path: '/api/v1/typebots/loja/startChat',
      body: {
        isStreamEnabled: false,
        prefilledVariables: { number: '5511988880001', name: 'Dona Maria', company: 'Acme' },
      },
    })
    expect(await ask('2')).toEqual(['Ótimo.'])
    expect(typebot.calls[1]?.body).toEqual({
      message: { type: 'text', text: 'Alugar' },
      textBubbleContentFormat: 'richText',
    })
    expect(await ask('Obrigado')).toEqual([])
    expect(ticket()).toMatchObject(waiting)
    expect(await ask('Alô?')).toEqual([])
    expect(typebot.calls).toHaveLength(3)
  })

  test('passes the first message to a bot that starts with a question', async () => {
    await useTypebot([{ input: textInput() }, { bubbles: [textBubble('Entendi')], input: textInput() }])
    expect(await ask('Quero comprar')).toEqual(['Entendi'])
    expect(typebot.calls.map(({ body }) => body['message']?.text)).toEqual([undefined, 'Quero comprar'])
  })

  test('restarts by keyword, after its timeout, and when Typebot has lost the session; a keyword ends it', async () => {
    await useTypebot(
      [
        { bubbles: [textBubble('Bem-vindo')], input: textInput() },
        { bubbles: [textBubble('Mais?')], input: textInput() },
        { input: textInput() },
      ],
      {
        typebotKeywordRestart: 'Início',
        typebotRestartMessage: 'De novo:',
        typebotKeywordFinish: 'Encerrar',
        typebotUnknownMessage: 'Não entendi',
      },
    )
    expect(await ask('Oi')).toEqual(['Bem-vindo'])
    expect(await ask('inicio')).toEqual(['De novo:', 'Bem-vindo'])
    expect(await ask('Quero')).toEqual(['Mais?'])
    expect(await ask('Hm')).toEqual(['Não entendi'])
    await talk.pass(30)
    expect(await ask('Ainda aí?')).toEqual(['Bem-vindo'])
    typebot.forgetSessions()
    expect(await ask('E agora?')).toEqual(['Bem-vindo'])
    expect(await ask('ENCERRAR')).toEqual(['Até logo'])
    expect(ticket()?.status).toBe('closed')
  })

  test('hands over by a command, and reports an invalid one', async () => {
    await useTypebot([
      {
        bubbles: [textBubble('#{"queueId":1,"userId":2}'), textBubble('#{"queueId"'), textBubble('Um momento')],
        input: textInput(),
      },
    ])
    expect(await ask('Oi')).toEqual(['#{"queueId"', 'Um momento'])
    expect(ticket()).toMatchObject({ status: 'pending', queueId: 1, userId: 2, isBot: false })
  })

  test('hides a command with a wrong id from the contact, and shows it to admins', async () => {
    const empty = { id: 'b9', type: 'image', content: null } as never
    const bubbles = [textBubble('#{"queueId":"Vendas"}'), empty, textBubble('Um momento')]
    await useTypebot([{ bubbles, input: textInput() }])
    expect(await ask('Oi')).toEqual(['Um momento'])
    expect(lastError()).toMatchObject({ code: 'unknownId', message: 'queueId: "Vendas"' })
  })

  test('that is down or unknown leaves the ticket waiting', async () => {
    await useTypebot([], { typebotSlug: 'outra' })
    expect(await ask('Oi')).toEqual([])
    expect(ticket()).toMatchObject(waiting)
    expect(lastError()).toMatchObject({ code: 'refused', message: 'HTTP 404 Typebot not found' })
  })
})

describe('Dialogflow', () => {
  test('answers text and speech in one session, with one token', async () => {
    await useDialogflow()
    expect(await ask('Que horas abre?')).toEqual(['Eco: Que horas abre?'])
    const channel = { fetchMedia: async () => opusSilence(3) }
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

  test('that ends the conversation leaves the ticket to agents, without a menu', async () => {
    await useDialogflow()
    dialogflow.respondWith(() => textResult('Até mais', { diagnosticInfo: { end_conversation: true } }))
    expect(await ask('Tchau')).toEqual(['Até mais'])
    expect(ticket()).toMatchObject({ ...waiting, queueId: null })
    expect(await ask('Alô?')).toEqual([])
  })

  test('with a refused account sends nothing to the contact, and shows admins the reason', async () => {
    await useDialogflow({ jsonContent: dialogflow.serviceAccount({ client_email: 'outra@loja-test.test' }) })
    expect(await ask('Oi')).toEqual([])
    expect(ticket()).toMatchObject(waiting)
    expect(lastError()).toMatchObject({ code: 'keyRefused', message: 'HTTP 400 Invalid JWT Signature.' })
  })
})

describe('an integration', () => {
  test('of a queue starts when the contact chooses the queue', async () => {
    bots['loja'] = [{ bubbles: [textBubble('Vendas por robô')], input: textInput() }]
    const id = await use({ type: 'typebot', urlN8N: typebot.url, typebotSlug: 'loja' }, false)
    updateQueue(talk.ctxAs(talk.ana), 1, { integrationId: id, greetingMessage: 'Aqui é Vendas' })
    await ask('Oi')
    expect(await ask('1')).toEqual(['Aqui é Vendas', 'Vendas por robô'])
    expect(ticket()).toMatchObject({ queueId: 1, isBot: true, useIntegration: true })
    expect(typebot.calls.map(({ body }) => body['message'])).toEqual([undefined])
  })

  test('of the type flowbuilder starts its flow once per conversation', async () => {
    const flowId = addFlow(talk.ctx(1), 'Fluxo', drawFlow([text('Bem-vindo ao fluxo')]))
    await use({ type: 'flowbuilder', flowId })
    expect(await ask('Oi')).toEqual(['Bem-vindo ao fluxo'])
    await ask('Alô?')
    expect(talk.ourRows().filter(({ body }) => body === 'Bem-vindo ao fluxo')).toHaveLength(1)
  })

  test('is silent without the plan, for contacts without bots, and after a user stopped it', async () => {
    await useN8n()
    n8n.respondWith(n8nAnswers.json({ reply: 'Oi' }))
    expect(await ask('Um')).toEqual(['Oi'])
    await (await talk.as(talk.ana)).put('/tickets/1', { useIntegration: false })
    expect(await ask('Dois')).toEqual([])
    await (await talk.as(talk.sofia)).put('/plans/1', { useIntegrations: false })
    talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
    expect(await ask('Três')).toHaveLength(1)
    expect(n8n.calls).toHaveLength(1)
  })
})
