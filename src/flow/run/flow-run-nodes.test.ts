import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { recordFile, stageFile } from '../../kernel/file/media-store'
import { ChatbotTree } from '../../queue/chatbot/chatbot.contract'
import { updateQueue } from '../../queue/queue.commands'
import { contactTagTable, tagTable } from '../../tag/tag.tables'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { dot } from '../../testing/media/dot'
import { setSetting } from '../../testing/conversation/conversation'
import { flowTools, nameQuestion } from '../../testing/bot/flow-tools'
import { text } from '../../testing/bot/flows'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { listTicketLog } from '../../ticket/history/ticket-log.view'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  setSetting(talk, 'sendGreetingAccepted', 'disabled')
})
afterEach(() => talk.stop())

const { ticket, runs, error, draw } = flowTools(() => talk)

describe('nodes', () => {
  const pick = (id: number): Record<string, unknown> => ({ id, name: 'x', color: '#123456' })

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

  test('a queue with options offers them and takes over the ticket', () => {
    const option = (name: string) => ({ name, greetingMessage: `${name}!` })
    const chatbots = v.parse(ChatbotTree, [option('Boletos'), option('Trocas')])
    updateQueue(talk.ctx(1), 2, { greetingMessage: 'Suporte:', chatbots })
    draw('oi', [['ticket', pick(2)]])
    talk.write('oi')
    expect(talk.newTexts().at(-1)).toContain('*[ 2 ]* - Trocas')
    talk.write('2')
    expect([talk.newTexts(), ticket()?.automation?.kind]).toEqual([['Trocas!'], 'chatbot'])
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
    const other = { phone: '5511977770010' }
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
