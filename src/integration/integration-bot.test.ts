import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { handOverToQueue } from '../ai/prompt/hand-over'
import { updateFlow } from '../flow/flow.commands'
import { flowRunTable } from '../flow/run/flow-run.tables'
import { ChatbotTree } from '../queue/chatbot/chatbot.contract'
import { updateQueue } from '../queue/queue.commands'
import { dot } from '../testing/media/dot'
import { addFlow, block, type DrawnNode, drawFlow, menu, text } from '../testing/bot/flows'
import { n8nAnswers } from '../testing/services/n8n/start-n8n'
import { textBubble, textInput } from '../testing/services/typebot/start-typebot'
import { startBot } from '../ticket/bot-state'
import { acceptTicket } from '../ticket/assignment/accept-ticket'
import { updateIntegration } from './integration.commands'
import { listContactTags } from '../tag/tag.queries'
import { createTag } from '../tag/save-tag'
import { bringCarlaOnline } from '../testing/bot/chatbot-talk'
import { createIntegrationTalk, type IntegrationTalk, waitingTicket } from '../testing/bot/integration-talk'

let { talk, n8n, typebot, bots, use, useN8n, ask, ticket, lastError, stop } = {} as IntegrationTalk
beforeEach(async () => {
  ;({ talk, n8n, typebot, bots, use, useN8n, ask, ticket, lastError, stop } = await createIntegrationTalk())
})
afterEach(() => stop())

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
    expect(ticket()).toMatchObject({ ...waitingTicket, queueId: 2 })
    expect(listContactTags(talk.ctx(1), 1).map(({ name }) => name)).toEqual(['Lead'])
    expect(lastError()).toMatchObject({ code: 'unknownId', message: 'tagIds: 99' })
    const [call] = n8n.calls
    expect(call?.body).toMatchObject({
      id: `${ticket()?.uuid}.1`,
      event: 'message.received',
      company: { id: 1, name: 'Acme' },
      connection: { id: 1, channel: 'whatsapp' },
      contact: { name: 'Dona Maria', number: '5511988880001', tags: [], extraInfo: [] },
      ticket: { id: 1, status: 'pending', queue: null, user: null, protocol: '202603101' },
      message: { body: 'Quero contratar', type: 'text', mediaUrl: null },
    })
    expect(call?.body).toHaveProperty('ticket.variables', {})
    const { 'x-recado-timestamp': at, 'x-recado-signature': signature } = call?.headers ?? {}
    const hasher = new Bun.CryptoHasher('sha256', 'assina-1').update(`${at}.${call?.rawBody}`)
    expect(signature).toBe(`sha256=${hasher.digest('hex')}`)
    expect(await ask('Alô?')).toEqual([])
    expect(n8n.calls).toHaveLength(1)
  })

  test('name the agent, with whom the ticket stays although the queue has a router', async () => {
    await useN8n()
    updateQueue(talk.ctxAs(talk.ana), 2, { ativarRoteador: true, tempoRoteador: 1 })
    talk.ctx(1).company.sqlite.run('UPDATE user SET last_seen_at = ?', [talk.now().getTime() + 3_600_000])
    n8n.respondWith(n8nAnswers.json({ queueId: 2, userId: 2 }))
    await ask('Quero o Bruno')
    await talk.pass(3)
    expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: 2 })
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

  test('with broken JSON are silent, admins see it, and the conversation goes on', async () => {
    await useN8n()
    for (const answer of ['{"reply": "Olá",}', '[{"reply": "Ol', '  {']) {
      n8n.respondWith(() => new Response(answer))
      expect(await ask('Oi')).toEqual([])
      expect(lastError()).toMatchObject({ code: 'badAnswer' })
      talk.ctx(1).company.sqlite.run('DELETE FROM bot_error')
    }
    n8n.respondWith(() => new Response('Olá', { headers: { 'content-type': 'application/json; charset=utf-8' } }))
    expect([await ask('Oi'), lastError()]).toMatchObject([[], { code: 'badAnswer' }])
    n8n.respondWith(n8nAnswers.json({ reply: 'Olá' }))
    expect(await ask('Oi')).toEqual(['Olá'])
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

  test('send ten files of an answer at most, whatever texts come before', async () => {
    await useN8n()
    const file = { mediaUrl: n8n.putFile('foto.png', dot, 'image/png'), caption: 'Foto' }
    n8n.respondWith(n8nAnswers.json({ reply: [...Array(5).fill('Oi'), ...Array(11).fill(file)] }))
    await ask('Fotos?')
    const kinds = [...Array(5).fill(null), ...Array(10).fill('image'), null]
    expect(talk.ourRows().map(({ mediaType }) => mediaType)).toEqual(kinds)
    expect(lastError()).toMatchObject({ code: 'mediaFailed', message: 'More than 10 files' })
  })

  test('that fail are retried three times under one id; then the ticket waits and admins see the reason', async () => {
    await useN8n()
    n8n.respondWith(n8nAnswers.workflowError)
    talk.write('Oi')
    await talk.pass(4)
    expect(new Set(n8n.calls.map(({ headers }) => headers['x-recado-delivery'])).size).toBe(1)
    expect([n8n.calls.length, talk.newTexts()]).toEqual([3, []])
    expect(ticket()).toMatchObject({ ...waitingTicket, queueId: null })
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

  test('of a queue with a router leaves the ticket to an agent when it has ended', async () => {
    const id = await use({ type: 'n8n', urlN8N: n8n.url }, false)
    updateQueue(talk.ctxAs(talk.ana), 2, { integrationId: id, ativarRoteador: true, tempoRoteador: 5 })
    bringCarlaOnline(talk)
    n8n.respondWith(n8nAnswers.json({ reply: 'Um instante' }))
    await ask('Oi')
    await ask('2')
    await talk.pass(1)
    expect(ticket()).toMatchObject({ queueId: 2, userId: null, isBot: true })
    n8n.respondWith(n8nAnswers.json({ queueId: 2 }))
    await ask('Quero falar com alguém')
    await talk.pass(1)
    expect(ticket()).toMatchObject({ ...waitingTicket, queueId: 2, userId: 3 })
  })

  test('of the only queue gets the words with which the contact came, of a menu’s queue no choice', async () => {
    const id = await useN8n()
    talk.connect({ greetingMessage: 'Menu' }, { integrationId: null })
    updateQueue(talk.ctxAs(talk.ana), 2, { integrationId: id })
    n8n.respondWith(n8nAnswers.json({ reply: 'Certo' }))
    const asked = () => n8n.calls.splice(0).map(({ body }) => [body['event'], body['message']?.body])
    await ask('Oi')
    await ask('2')
    expect(asked()).toEqual([['conversation.started', undefined]])
    await ask('Meu pedido não chegou')
    expect(asked()).toEqual([['message.received', 'Meu pedido não chegou']])
    const { sqlite } = talk.ctx(1).company
    sqlite.run("UPDATE ticket SET status = 'closed'")
    sqlite.run('DELETE FROM connection_queue WHERE queue_id = 1')
    expect((await ask('Quero cancelar')).at(-1)).toBe('Certo')
    expect(asked()).toEqual([['conversation.started', 'Quero cancelar']])
    await ask('E agora?')
    expect(asked()).toEqual([['message.received', 'E agora?']])
    sqlite.run("UPDATE ticket SET status = 'closed'")
    const leads = { name: 'Robô', queueType: 'integration', optIntegrationId: id } as const
    updateQueue(talk.ctxAs(talk.ana), 2, { integrationId: null, chatbots: v.parse(ChatbotTree, [leads]) })
    await ask('Tem alguém?')
    expect(asked()).toEqual([['conversation.started', 'Tem alguém?']])
  })

  test('of a queue to which a flow leads gets the words that the flow has not asked for', async () => {
    const id = await useN8n()
    updateQueue(talk.ctxAs(talk.ana), 2, { integrationId: id })
    const toQueue: DrawnNode = ['ticket', { id: 2 }]
    const asked = async (...flow: DrawnNode[]) => {
      n8n.calls.length = 0
      talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
      const flowIdNotPhrase = addFlow(talk.ctx(1), `Fluxo ${flow.length}`, drawFlow(flow))
      talk.connect({}, { integrationId: null, flowIdNotPhrase, flowIdWelcome: flowIdNotPhrase })
      await ask('Quero cancelar')
      await ask('Sim')
      return n8n.calls.map(({ body }) => [body['event'], body['message']?.body])
    }
    const next = ['message.received', 'Sim']
    expect(await asked(text('Um instante'), toQueue)).toEqual([['conversation.started', 'Quero cancelar'], next])
    expect(await asked(text('Oi'), menu('Certeza?', 'Sim'), toQueue)).toEqual([])
    const questions = block(['message', 'Certeza?'], ['input', 'certeza'])
    expect(await asked(text('Oi'), text('Oi'), questions, toQueue)).toEqual([['conversation.started', undefined]])
    const pause: DrawnNode = ['interval', { sec: 5 }]
    expect(await asked(text('1'), text('2'), text('3'), pause, toQueue)).toEqual([
      ['conversation.started', 'Quero cancelar\nSim'],
    ])
  })

  test('of a queue to which AI hands over gets the last words, also where the AI has said goodbye', async () => {
    const integrationId = await useN8n({}, false)
    updateQueue(talk.ctxAs(talk.ana), 2, { integrationId, greetingMessage: 'Aqui é o Suporte' })
    for (const [id, isSilent] of [
      [1, false],
      [2, true],
    ] as const) {
      talk.write('Quero cancelar')
      const ctx = talk.ctx(1)
      startBot(ctx, id, { kind: 'prompt', promptId: 1, turn: 0, firstMessageId: null })
      ctx.transaction(() => handOverToQueue(ctx, { id }, { queueId: 2, isSilent }))
      await talk.pass(1)
      expect(n8n.calls.splice(0).map(({ body }) => body['message']?.body)).toEqual(['Quero cancelar'])
      talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
    }
    expect(talk.newTexts().filter((sent) => sent === 'Aqui é o Suporte')).toHaveLength(1)
  })

  test('of the type flowbuilder starts its flow once per conversation', async () => {
    const flowId = addFlow(talk.ctx(1), 'Fluxo', drawFlow([text('Bem-vindo ao fluxo')]))
    await use({ type: 'flowbuilder', flowId })
    expect(await ask('Oi')).toEqual(['Bem-vindo ao fluxo'])
    await ask('Alô?')
    expect(talk.ourRows().filter(({ body }) => body === 'Bem-vindo ao fluxo')).toHaveLength(1)
  })

  test('does not start a flow that is switched off: of its own, the connection’s, a queue’s or an option’s', async () => {
    const flowId = addFlow(talk.ctx(1), 'Fluxo', drawFlow([text('Bem-vindo ao fluxo')]))
    updateFlow(talk.ctx(1), { flowId, active: false })
    const id = await use({ type: 'flowbuilder', flowId })
    const menu = expect.stringContaining('Menu')
    expect([await ask('Oi'), lastError()]).toMatchObject([[menu], { code: 'flowInactive', message: 'Fluxo' }])
    const leads = { name: 'Robô', queueType: 'integration', optIntegrationId: id, greetingMessage: 'Robô' }
    const chatbots = v.parse(ChatbotTree, [leads, { name: 'Outra', greetingMessage: 'Outra' }])
    updateQueue(talk.ctxAs(talk.ana), 1, { integrationId: id, greetingMessage: 'Vendas', chatbots })
    talk.connect({}, { integrationId: null })
    expect(await ask('1')).toEqual(['Vendas', expect.stringContaining('*[ 1 ]* - Robô')])
    expect(await ask('1')).toEqual(['Robô'])
    await updateIntegration(talk.ctxAs(talk.ana), id, { flowId: null })
    talk.connect({}, { integrationId: id, flowIdNotPhrase: flowId })
    const phone = '5511977770010'
    talk.write('Oi', { phone })
    expect(talk.newTexts()).toEqual([menu])
    expect(talk.ctx(1).db.select().from(flowRunTable).all()).toEqual([])
    updateFlow(talk.ctx(1), { flowId, active: true })
    talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed', automation = NULL")
    expect(await ask('Oi')).toEqual(['Bem-vindo ao fluxo'])
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
