import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { recordFile, stageFile } from '../../kernel/file/media-store'
import { ChatbotTree } from '../../queue/chatbot/chatbot.contract'
import { updateQueue } from '../../queue/queue.commands'
import { contactTagTable, tagTable } from '../../tag/tag.tables'
import { createIntegration } from '../../integration/integration.commands'
import { emptyIntegration } from '../../testing/bot/bot-bodies'
import { bringCarlaOnline } from '../../testing/bot/chatbot-talk'
import { createTalk, everyDay, type Talk } from '../../testing/bot/bots'
import { dot } from '../../testing/media/dot'
import { listMessageRows, setSetting } from '../../testing/conversation/conversation'
import { flowTools, nameQuestion } from '../../testing/bot/flow-tools'
import { addFlow, block, drawFlow, text } from '../../testing/bot/flows'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { listTicketLog } from '../../ticket/history/ticket-log.view'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  setSetting(talk, 'sendGreetingAccepted', 'disabled')
})
afterEach(() => talk.stop())

const { ticket, runs, jobs, error, draw, wait } = flowTools(() => talk)

describe('nodes', () => {
  const pick = (id: number): Record<string, unknown> => ({ id, name: 'x', color: '#123456' })

  test('takes the answers of a form as variables, also of the message that starts the flow', () => {
    const greets = block(['message', 'Agendar?'], ['input', 'resposta'], ['message', 'Olá {{nome}}, até {{dia}}'])
    draw('oi', [greets])
    const answers = { flow_token: '987', nome: 'Ana', dia: 'segunda' }
    const filled = { content: { kind: 'text' as const, text: 'nome: Ana\ndia: segunda', answers } }
    talk.write('oi')
    talk.write('', filled)
    expect(talk.newTexts()).toEqual(['Agendar?', 'Olá Ana, até segunda'])
    draw('dia: segunda', [text('Até {{dia}}')])
    talk.write('', { content: { kind: 'text', text: 'dia: segunda', answers } })
    expect(talk.newTexts()).toEqual(['Até segunda'])
  })

  test('moves the ticket to a queue with its greeting, and continues', () => {
    updateQueue(talk.ctxAs(talk.ana), 2, { greetingMessage: 'Aqui é o Suporte' })
    draw('oi', [text('um'), ['ticket', pick(2)], nameQuestion])
    talk.write('oi')
    expect(talk.newTexts()).toEqual(['um', 'Aqui é o Suporte', 'Seu nome?'])
    expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: null, isBot: true })
    talk.write('Maria')
    expect([talk.newTexts(), ticket()?.isBot]).toEqual([['Olá Maria'], false])
    const log = listTicketLog(talk.ctx(1), 1).map(({ type }) => type)
    expect(log.reverse()).toEqual(['create', 'chatBot', 'queue'])
  })

  const option = (name: string, more = {}) => ({ name, greetingMessage: `${name}!`, ...more })
  const setQueue = (id: number, greetingMessage: string, ...options: ReturnType<typeof option>[]) =>
    updateQueue(talk.ctx(1), id, { greetingMessage, chatbots: v.parse(ChatbotTree, options) })
  const other = { phone: '5511977770010' }

  test('a queue with options takes over the ticket, and nothing behind it runs', async () => {
    setQueue(2, 'Suporte:', option('Boletos'), option('Trocas'))
    updateQueue(talk.ctx(1), 1, { greetingMessage: 'Vendas' })
    draw('oi', [text('um'), ['ticket', pick(2)], text('nunca'), ['ticket', pick(1)], nameQuestion])
    draw('fica', [nameQuestion])
    talk.write('fica', other)
    talk.write('oi')
    expect(talk.newTexts()).toEqual(['Seu nome?', 'um', expect.stringContaining('*[ 2 ]* - Trocas')])
    expect(ticket(2)).toMatchObject({ queueId: 2, automation: { kind: 'chatbot', queueId: 2 } })
    talk.write('2')
    await wait(300)
    expect([talk.newTexts(), ticket(2)?.automation?.kind, jobs()]).toEqual([['Trocas!'], 'chatbot', []])
    expect([runs().map(({ ticketId }) => ticketId), ticket(1)?.automation?.kind]).toEqual([[1], 'flow'])
  })

  test('a single option takes over as well, whatever it does, also on an open ticket', async () => {
    const flowId = draw('oi', [['ticket', pick(2)], nameQuestion])
    const ana = await talk.as(talk.ana)
    talk.write('bom dia', other)
    for (const more of [
      { queueType: 'attendent', optQueueId: 2, optUserId: 3 },
      { queueType: 'queue', optQueueId: 1 },
      { queueType: 'text' },
      { queueType: 'text', closeTicket: true },
    ]) {
      setQueue(2, 'Suporte', option('Aguarde', more))
      talk.write('oi')
      expect([talk.newTexts(), runs()]).toEqual([['Suporte', 'Aguarde!'], []])
      talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed', automation = NULL WHERE id > 1")
    }
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    await ana.post(`/messages/flow/${flowId}/1`)
    expect([talk.newTexts(), runs(), ticket()?.status]).toEqual([['Suporte', 'Aguarde!'], [], 'closed'])
  })

  test('a queue’s integration takes over as well: another flow keeps its own run, and only it is answered', async () => {
    const own = addFlow(talk.ctx(1), 'Da fila', drawFlow([nameQuestion, ['interval', { sec: 5 }], text('fim')]))
    const { id } = await createIntegration(talk.ctxAs(talk.ana), {
      ...emptyIntegration,
      type: 'flowbuilder',
      name: 'Fluxo da fila',
      flowId: own,
    })
    updateQueue(talk.ctxAs(talk.ana), 2, { greetingMessage: 'Suporte', integrationId: id })
    draw('oi', [['ticket', pick(2)], text('nunca'), block(['input', 'outro'], ['message', 'nem isto'])])
    talk.write('oi')
    expect(talk.newTexts()).toEqual(['Suporte', 'Seu nome?'])
    expect(runs()).toMatchObject([{ flowId: own, waiting: 'answer' }])
    talk.write('Maria')
    await wait(5)
    expect([talk.newTexts(), runs(), ticket()?.automation]).toEqual([['Olá Maria', 'fim'], [], null])
  })

  test('a closed queue says so, and the flow is silent from then on', () => {
    setSetting(talk, 'scheduleType', 'queue')
    updateQueue(talk.ctx(1), 2, { schedules: everyDay('20:00-21:00'), outOfHoursMessage: 'Abrimos às 20h' })
    draw('oi', [['ticket', pick(2)], nameQuestion])
    talk.write('oi')
    expect([talk.newTexts(), runs(), ticket()?.isBot]).toEqual([['Abrimos às 20h'], [], false])
  })

  test('the queue’s router looks for an agent once the flow has asked its questions', async () => {
    updateQueue(talk.ctx(1), 2, { ativarRoteador: true, tempoRoteador: 5 })
    bringCarlaOnline(talk)
    draw('oi', [['ticket', pick(2)], nameQuestion])
    talk.write('oi')
    talk.write('oi', other)
    await talk.pass(2)
    expect([ticket(1)?.userId, ticket(2)?.userId]).toEqual([null, null])
    talk.write('Maria')
    await talk.pass(1)
    expect([ticket(1)?.userId, ticket(2)?.userId]).toEqual([3, null])
  })

  test('a colleague who moves the waiting ticket to another queue ends the flow', async () => {
    draw('oi', [text('um'), text('dois'), nameQuestion])
    talk.write('oi')
    talk.write('oi', other)
    talk.newTexts()
    await (await talk.as(talk.ana)).put('/tickets/1', { queueId: 2 })
    expect(ticket()).toMatchObject({ queueId: 2, isBot: false, automation: null })
    const shown = listMessageRows(talk).filter(({ fromMe, ticketId }) => fromMe && ticketId === 1)
    expect(shown.map(({ body, isDeleted }) => [body, isDeleted])).toEqual([['um', false]])
    talk.write('Maria')
    expect([talk.newTexts(), runs().map(({ ticketId }) => ticketId)]).toEqual([[], [2]])
  })

  test('an information queue closes the ticket, and the flow ends', () => {
    updateQueue(talk.ctxAs(talk.ana), 2, { greetingMessage: 'Rua A, 10', closeTicket: true })
    draw('oi', [['ticket', pick(2)], text('never')])
    talk.write('oi')
    expect([talk.newTexts(), ticket()?.status, runs()]).toEqual([['Rua A, 10'], 'closed', []])
  })

  test('a queue unassigns an open ticket', async () => {
    const flowId = draw('x', [['ticket', pick(2)], nameQuestion])
    talk.write('bom dia')
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    await (await talk.as(talk.ana)).post(`/messages/flow/${flowId}/1`)
    expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: null, isBot: true })
    talk.write('Maria')
    expect(talk.newTexts()).toEqual(['Seu nome?', 'Olá Maria'])
  })

  test('adds a tag to the contact’s tags, and a lane to the ticket', () => {
    const ctx = talk.ctx(1)
    const times = { createdAt: ctx.now, updatedAt: ctx.now }
    const tags = [
      { name: 'VIP', kanban: false },
      { name: 'Novo', kanban: false },
      { name: 'Lead', kanban: true },
    ]
    for (const tag of tags)
      ctx.db
        .insert(tagTable)
        .values({ ...tag, nameKey: tag.name, color: '#111111', ...times })
        .run()
    draw('oi', [
      ['tag', pick(2)],
      ['tag', pick(3)],
      ['tag', pick(2)],
    ])
    talk.write('bom dia')
    ctx.db.insert(contactTagTable).values({ contactId: 1, tagId: 1 }).run()
    talk.write('oi')
    expect(
      ctx.db
        .select()
        .from(contactTagTable)
        .all()
        .map(({ tagId }) => tagId),
    ).toEqual([1, 2])
    expect(ctx.company.sqlite.query('SELECT tag_id FROM ticket_tag').all()).toEqual([{ tag_id: 3 }])
  })

  test('sets the ticket’s priority, which its log tells, and moves no other ticket', () => {
    draw('oi', [['priority', { priority: 'urgent' }], text('fim')])
    talk.write('bom dia', other)
    talk.write('oi')
    expect([talk.newTexts(), ticket(2)?.priority, ticket(1)?.priority]).toEqual([['fim'], 'urgent', 'normal'])
    expect(listTicketLog(talk.ctx(1), 2).filter(({ type }) => type === 'priority')).toMatchObject([
      { text: 'urgent', user: null },
    ])
  })

  test('sends files without a caption, and a recording as a voice message', async () => {
    const ctx = talk.ctx(1)
    const staged = [
      await stageFile(ctx, dot, 'loja.png', 'image/png'),
      await stageFile(ctx, Buffer.from('OggS'), 'oi.ogg', 'audio/ogg'),
    ]
    const [picture = '', audio = ''] = ctx.transaction(() => staged.map((file) => recordFile(ctx, file, 'flow', 0).key))
    const foreign = await stageFile(ctx, dot, 'foto.png', 'image/png')
    const { key } = ctx.transaction(() => recordFile(ctx, foreign, 'contact', 1))
    draw('oi', [
      ['img', { url: picture }],
      ['audio', { url: audio, record: true }],
      ['video', { url: 'gone.mp4' }],
      ['img', { url: key }],
    ])
    talk.write('oi')
    expect(talk.ourRows()).toMatchObject([
      { body: '', mediaType: 'image', data: { file: { name: 'loja.png', width: 1, height: 1 } } },
      { body: '', mediaType: 'audio', data: { file: { name: 'oi.ogg', voiceNote: true } } },
    ])
    expect(error()).toMatchObject({ code: 'flowMissingFile', message: key })
    draw('oi', [['audio', { url: audio }], text('fim')])
    ctx.company.sqlite.run("UPDATE ticket SET channel = 'instagram'")
    talk.newTexts()
    talk.write('oi')
    expect(talk.newTexts()).toEqual(['fim'])
    expect(error(2)).toMatchObject({ code: 'flowFileType', message: 'oi.ogg' })
  })

  test('an AI agent takes over with the answers; a deleted one leaves the ticket to people', () => {
    const started: unknown[] = []
    talk.ports.startAgent = (_ctx, { id }, agentId, variables) => {
      if (agentId !== 7) return false
      started.push([id, agentId, variables])
      return true
    }
    draw('oi', [nameQuestion, ['agent', pick(7)]])
    draw('ai', [['agent', pick(8)]])
    talk.write('oi')
    talk.write('Maria')
    expect([started, runs()]).toEqual([[[1, 7, { cliente: 'Maria' }]], []])
    talk.write('ai', other)
    expect(error(2)).toMatchObject({ code: 'flowUnknownAgent', message: '8' })
    expect(ticket(2)).toMatchObject({ status: 'pending', isBot: false, automation: null })
  })

  test('skips references to deleted records, which admins see', () => {
    draw('oi', [['ticket', pick(99)], ['tag', pick(98)], text('fim')])
    talk.write('oi')
    expect([talk.newTexts(), error()?.code]).toEqual([['fim'], 'flowUnknownTag'])
  })
})
