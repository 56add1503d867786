import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { dot } from '../../testing/media/dot'
import { opusSilence } from '../../testing/media/opus-silence'
import { choiceInput, fileBubble, textBubble, textInput } from '../../testing/services/typebot/start-typebot'
import { createIntegrationTalk, type IntegrationTalk, waitingTicket } from '../../testing/bot/integration-talk'

let { talk, n8n, typebot, useTypebot, ask, ticket, lastError, stop } = {} as IntegrationTalk
beforeEach(async () => {
  ;({ talk, n8n, typebot, useTypebot, ask, ticket, lastError, stop } = await createIntegrationTalk())
})
afterEach(() => stop())

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
    expect(ticket()).toMatchObject(waitingTicket)
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

  test('that is down or unknown leaves the ticket waitingTicket', async () => {
    await useTypebot([], { typebotSlug: 'outra' })
    expect(await ask('Oi')).toEqual([])
    expect(ticket()).toMatchObject(waitingTicket)
    expect(lastError()).toMatchObject({ code: 'refused', message: 'HTTP 404 Typebot not found' })
  })
})
