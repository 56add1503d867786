import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { lastBotErrors } from '../bot/bot-errors'
import { toggleContact } from '../contact/contact.commands'
import { recordFile, stageFile } from '../kernel/media-store'
import { planTable } from '../platform/platform.tables'
import { ChatbotTree } from '../queue/chatbot.contract'
import { updateQueue } from '../queue/queue.commands'
import { contactTagTable, tagTable } from '../tag/tag.tables'
import { createTalk, type Talk } from '../testing/bots'
import { findTicketRowOf, listMessageRows, setSetting } from '../testing/conversation'
import { addFlow, block, type DrawnEdge, type DrawnNode, drawFlow, menu, redrawFlow, text } from '../testing/flows'
import { acceptTicket } from '../ticket/accept-ticket'
import { closeTicket } from '../ticket/close-ticket'
import { listTicketLog } from '../ticket/ticket-log.view'
import { deleteFlow, updateFlow } from './flow.commands'
import { flowCampaignTable, flowRunTable } from './flow-run.tables'
import { flowTable } from './flow.tables'
import { forgetPhrases } from './phrase-index'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  setSetting(talk, 'sendGreetingAccepted', 'disabled')
})
afterEach(() => talk.stop())

const ticket = (id = 1) => findTicketRowOf(talk, id)
const runs = () => talk.ctx(1).db.select().from(flowRunTable).all()
const jobs = () =>
  talk.ctx(1).company.sqlite.query<{ kind: string }, []>("SELECT kind FROM job WHERE kind LIKE 'flow.%'").all()
const notes = () => listMessageRows(talk).filter(({ isPrivate }) => isPrivate)
const error = (flowId = 1) => lastBotErrors(talk.ctx(1), 'flow').get(flowId)

/** A flow that the phrase starts. */
function draw(
  phrase: string,
  nodes: readonly DrawnNode[],
  edges?: readonly DrawnEdge[],
  connectionId: number | null = null,
) {
  const ctx = talk.ctx(1)
  const others = ctx.db.select().from(flowTable).all().length
  const flowId = addFlow(ctx, `Fluxo ${phrase}${others > 0 ? others : ''}`, drawFlow(nodes, edges))
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  ctx.db
    .insert(flowCampaignTable)
    .values({ name: phrase, flowId, connectionId, phrase, ...times })
    .run()
  forgetPhrases(ctx)
  return flowId
}
const question = block(['message', 'Seu nome?'], ['input', 'cliente'], ['message', 'Olá {{cliente}}'])
/** Jobs of a run that continues at once, then the clock. */
const wait = (seconds: number) => talk.jump(new Date(talk.now().getTime() + seconds * 1_000))

describe('a phrase', () => {
  test('starts its flow whatever its case and accents, and only as the whole text', () => {
    draw('Quero promoção', [text('Que bom!')])
    talk.write('quero promoção hoje')
    expect(talk.newTexts()).toEqual([])
    for (const said of ['QUERO PROMOCAO', '  quero   promoção\n']) {
      talk.write(said)
      expect(talk.newTexts()).toEqual(['Que bom!'])
    }
    expect(ticket()).toMatchObject({ status: 'pending', isBot: false, automation: null })
    expect([runs(), jobs()]).toEqual([[], []])
  })

  test('of the connection comes before that of all, then the newest, and an inactive flow starts nothing', () => {
    draw('oi', [text('de todas')])
    const own = draw('oi', [text('desta')], undefined, 1)
    draw('oi', [text('de outra')], undefined, 2)
    const newest = draw('oi ', [text('mais nova')])
    const says = () => {
      talk.write('Oi')
      return talk.newTexts()
    }
    expect(says()).toEqual(['desta'])
    updateFlow(talk.ctx(1), { flowId: own, active: false })
    expect(says()).toEqual(['mais nova'])
    updateFlow(talk.ctx(1), { flowId: newest, active: false })
    expect(says()).toEqual(['de todas'])
  })

  test('replaces a running flow, and starts nothing on open tickets, without the plan, or where bots are off', () => {
    draw('oi', [question])
    draw('boleto', [menu('Qual?', 'A', 'B')])
    talk.write('oi')
    talk.write('boleto')
    expect(talk.newTexts()).toEqual(['Seu nome?', 'Qual?\n\n[1] A\n[2] B'])
    expect(runs()).toHaveLength(1)
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    talk.write('oi')
    closeTicket(talk.ctxAs(talk.ana), 1, { farewell: false })
    toggleContact(talk.ctx(1), 1, 'disableBot', true)
    talk.write('oi')
    toggleContact(talk.ctx(1), 1, 'disableBot', false)
    const { db, companies } = talk.platform.catalog
    db.update(planTable).set({ useIntegrations: false }).run()
    companies.forget()
    talk.write('oi')
    expect([talk.newTexts(), runs()]).toEqual([[], []])
  })

  test('starts on a queue menu, and no flow of another company', () => {
    talk.connect({ greetingMessage: 'Escolha' })
    draw('promo', [text('Promoção!')])
    talk.write('Oi')
    talk.newTexts()
    talk.write('promo')
    expect(talk.newTexts()).toEqual(['Promoção!'])
    expect(talk.ctx(2).db.select().from(flowRunTable).all()).toEqual([])
  })
})

test('asks, keeps the answer, branches on it, and ends', () => {
  const age = block(['message', 'Idade?'], ['input', 'idade'])
  const adult: DrawnNode = ['condition', { key: 'idade', condition: 2, value: '18' }]
  draw(
    'oi',
    [question, age, adult, text('a'), text('b {{idade}} {{firstName}}')],
    ['n1 n2', 'n2 n3', 'n3.a n4', 'n3.b n5'],
  )
  talk.write('oi')
  expect(ticket()).toMatchObject({ isBot: true, automation: { kind: 'flow', name: 'Fluxo oi' } })
  talk.write('Maria')
  talk.write('17')
  expect(talk.newTexts()).toEqual(['Seu nome?', 'Olá Maria', 'Idade?', 'b 17 Dona'])
  expect([ticket()?.automation, runs()]).toEqual([null, []])
})

test('takes the name of a file as the answer, and each answer once', () => {
  draw('oi', [question, block(['input', 'x'], ['message', 'Recebi {x}']), text('fim')])
  talk.write('oi')
  const content = { kind: 'document', text: '', mimeType: 'application/pdf', fileName: 'cpf.pdf', source: {} } as const
  talk.write('', { content, id: 'same' })
  talk.write('', { content, id: 'same' })
  expect(talk.newTexts()).toEqual(['Seu nome?', 'Olá cpf.pdf'])
  for (let times = 0; times < 20; times++) talk.write(`resposta ${times}`)
  expect(talk.newTexts()).toEqual(['Recebi resposta 0', 'fim'])
})

test('keeps pauses between messages, and waits exactly for an interval, also over a restart', async () => {
  draw('oi', [text('um'), text('dois'), ['interval', { sec: 60 }], text('três')])
  talk.write('oi')
  const start = talk.now().getTime()
  expect(listMessageRows(talk).flatMap(({ sendAfter }) => (sendAfter ? [sendAfter.getTime() - start] : []))).toEqual([
    1_000,
  ])
  expect(talk.newTexts()).toEqual(['um', 'dois'])
  talk.write('cadê?')
  await wait(60)
  expect(talk.newTexts()).toEqual([])
  await wait(0.999)
  expect(talk.newTexts()).toEqual([])
  await wait(0.001)
  expect(talk.newTexts()).toEqual(['três'])
  await wait(600)
  expect([talk.newTexts(), jobs(), runs()]).toEqual([[], [], []])
})

test('a job that runs again after a crash sends nothing twice', async () => {
  draw('oi', [['interval', { sec: 5 }], text('um'), ['interval', { sec: 5 }], text('dois')])
  talk.write('oi')
  const { sqlite } = talk.ctx(1).company
  const [job] = sqlite.query<{ payload: string }, []>("SELECT payload FROM job WHERE kind = 'flow.continue'").all()
  await wait(5)
  sqlite.run("UPDATE job SET run_at = 0 WHERE kind = 'flow.continue'")
  sqlite.run("INSERT INTO job (kind, payload, run_at) VALUES ('flow.continue', ?, 0)", [job?.payload ?? ''])
  await talk.runJobs(1)
  expect(talk.newTexts()).toEqual(['um'])
  await wait(5)
  await wait(5)
  expect(talk.newTexts()).toEqual(['dois'])
})

test('repeats a menu three times, notes that the ticket waits, and accepts a choice later', () => {
  draw('oi', [menu('Qual?', 'Boleto'), text('Aqui está')], ['n1.a1 n2'])
  talk.write('oi')
  for (const said of ['2', 'x', 'y', 'z']) talk.write(said)
  expect(talk.newTexts()).toEqual(Array(4).fill('Qual?\n\n[1] Boleto'))
  expect(ticket()).toMatchObject({ status: 'pending', isBot: false })
  expect(notes()).toMatchObject([{ body: expect.stringContaining('“Fluxo oi”') }])
  talk.write('1')
  expect([talk.newTexts(), ticket()?.automation]).toEqual([['Aqui está'], null])
})

test('“sair” leaves the flow and closes nothing', () => {
  draw('oi', [menu('Qual?', 'Boleto')])
  talk.write('oi')
  talk.write('sair')
  expect(ticket()).toMatchObject({ status: 'pending', isBot: false, automation: null })
})

describe('a person', () => {
  test('who accepts the ticket, or writes from the phone, silences the flow', async () => {
    draw('oi', [['interval', { sec: 5 }], text('tarde demais')])
    talk.write('oi')
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    expect([runs(), jobs()]).toEqual([[], []])
    await wait(60)
    closeTicket(talk.ctxAs(talk.ana), 1, { farewell: false })
    talk.write('oi')
    talk.write('Já te atendo', { fromMe: true })
    await wait(60)
    talk.write('oi')
    expect(talk.newTexts()).toEqual(['Já te atendo'])
  })

  test('who accepts or stops it also takes back what it was still going to say', async () => {
    draw('oi', [text('um'), text('dois'), text('três')])
    const shown = () =>
      listMessageRows(talk).flatMap(({ fromMe, body, isDeleted, sendState }) =>
        fromMe ? [[body, isDeleted, sendState]] : [],
      )
    talk.write('oi')
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    expect(shown()).toEqual([
      ['um', false, 'queued'],
      ['dois', true, null],
      ['três', true, null],
    ])
    const other = { phone: '5511977770010' }
    draw('pare', [text('quatro'), text('cinco'), question])
    talk.write('pare', other)
    await (await talk.as(talk.ana)).post('/tickets/2/stop-bot')
    expect(shown().slice(3)).toEqual([
      ['quatro', false, 'queued'],
      ['cinco', true, null],
      ['Seu nome?', true, null],
    ])
  })

  test('sends a flow to an open ticket, which answers until the person writes', async () => {
    const flowId = draw(
      'never',
      [menu('Qual?', 'A', 'B'), text('boleto A'), question],
      ['n1.a1 n2', 'n1.a2 n3', 'n2 n3'],
    )
    const ana = await talk.as(talk.ana)
    talk.write('bom dia')
    toggleContact(talk.ctx(1), 1, 'disableBot', true)
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    const { status, body } = await ana.post(`/messages/flow/${flowId}/1`)
    expect([status, body.runId]).toEqual([200, runs()[0]?.id])
    expect((await ana.get('/tickets/1')).body.bot).toEqual({ kind: 'flow', name: 'Fluxo never' })
    talk.write('2')
    expect(talk.newTexts()).toEqual(['Qual?\n\n[1] A\n[2] B', 'Seu nome?'])
    await ana.post('/messages/1', { body: 'Deixa comigo' })
    talk.write('Maria')
    expect(talk.newTexts()).toEqual(['Deixa comigo'])
    expect((await ana.get('/tickets/1')).body).toMatchObject({ bot: null, status: 'open' })
  })

  test('stops the flow by hand', async () => {
    draw('oi', [question])
    talk.write('oi')
    const bruno = await talk.as(talk.bruno)
    expect((await bruno.post('/tickets/1/stop-bot')).body.error).toBe('ERR_NO_TICKET_FOUND')
    const ana = await talk.as(talk.ana)
    for (const _ of [1, 2]) expect((await ana.post('/tickets/1/stop-bot')).body).toEqual({ ok: true })
    talk.write('Maria')
    expect([talk.newTexts(), runs(), ticket()?.isBot]).toEqual([['Seu nome?'], [], false])
  })

  test('cannot send what is not there, switched off or empty, or where nothing may be said', async () => {
    const flowId = draw('x', [text('oi')])
    const empty = addFlow(talk.ctx(1), 'Vazio', { nodes: [], connections: [] })
    const ana = await talk.as(talk.ana)
    const send = async (id: number, ticketId = 1) => (await ana.post(`/messages/flow/${id}/${ticketId}`)).body.error
    talk.write('bom dia')
    expect(await send(99)).toBe('ERR_NO_FLOW_FOUND')
    expect(await send(flowId, 99)).toBe('ERR_NO_TICKET_FOUND')
    expect(await send(empty)).toBe('ERR_FLOW_EMPTY')
    updateFlow(talk.ctx(1), { flowId, active: false })
    expect(await send(flowId)).toBe('ERR_FLOW_INACTIVE')
    updateFlow(talk.ctx(1), { flowId, active: true })
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    closeTicket(talk.ctxAs(talk.ana), 1, { farewell: false })
    expect(await send(flowId)).toBe('ERR_TICKET_CLOSED')
    expect((await (await talk.as(talk.gina)).post(`/messages/flow/${flowId}/1`)).status).toBe(404)
    expect(talk.newTexts()).toEqual([])
  })
})

describe('the connection’s flow', () => {
  const flowOf = (name: string) => addFlow(talk.ctx(1), name, drawFlow([text(name)]))
  const close = () => talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  function say(said = 'Olá') {
    talk.write(said)
    return talk.newTexts()
  }

  test('welcomes on the first conversation ever, and begins later ones with the other flow, once a ticket', () => {
    talk.connect({ greetingMessage: 'Menu' }, { flowIdWelcome: flowOf('welcome'), flowIdNotPhrase: flowOf('other') })
    expect(say()).toEqual(['welcome'])
    expect(say()).toEqual([expect.stringContaining('Menu')])
    close()
    expect(say()).toEqual(['other'])
    expect(say()).toEqual([expect.stringContaining('Menu')])
    close()
    draw('promo', [text('phrase')])
    expect(say('promo')).toEqual(['phrase'])
  })

  test('prefers a scheduled flow within its hours, also over midnight', async () => {
    const night = flowOf('night')
    talk.connect(
      {},
      { flowIdWelcome: flowOf('welcome'), flowIdNotPhrase: flowOf('other'), flowIdsScheduled: [99, night] },
    )
    const schedule = (time: string) =>
      talk.ctx(1).company.sqlite.run('UPDATE flow SET scheduled_time_run = ? WHERE id = ?', [time, night])
    schedule('11:00-11:00')
    expect(say()).toEqual(['night'])
    close()
    schedule('11:01-10:59')
    expect(say()).toEqual(['other'])
    close()
    schedule('22:00-11:00')
    expect(say()).toEqual(['night'])
  })

  test('begins with the next message where the first was kept back', async () => {
    const welcome = flowOf('welcome')
    talk.connect(
      { outOfHoursMessage: 'Fechado' },
      {
        flowIdWelcome: welcome,
        collectiveVacationMessage: 'Férias',
        collectiveVacationStart: '2026-03-10',
        collectiveVacationEnd: '2026-03-10',
      },
    )
    expect(say()).toEqual(['Férias'])
    await wait(86_400)
    expect(say()).toEqual(['welcome'])
    setSetting(talk, 'acceptAudioMessageContact', 'disabled')
    const phone = '5511977770010'
    talk.write('', { phone, content: { kind: 'audio', text: '', mimeType: 'audio/ogg', source: {} } })
    talk.newTexts()
    talk.write('oi', { phone })
    expect(talk.newTexts()).toEqual(['welcome'])
  })

  test('starts nothing when it is inactive, the contact’s bot is off, or we wrote first', () => {
    const welcome = flowOf('welcome')
    talk.connect({}, { flowIdWelcome: welcome })
    talk.write('Olá!', { fromMe: true })
    talk.newTexts()
    expect(say()).toEqual([])
    const phone = '5511977770010'
    updateFlow(talk.ctx(1), { flowId: welcome, active: false })
    talk.write('oi', { phone })
    expect(talk.newTexts()).toEqual([])
  })
})

describe('nodes', () => {
  const pick = (id: number): Record<string, unknown> => ({ id, name: 'x', color: '#123456' })

  test('a queue gets the ticket with its greeting, and the flow goes on', () => {
    updateQueue(talk.ctxAs(talk.ana), 2, { greetingMessage: 'Aqui é o Suporte' })
    draw('oi', [text('um'), ['ticket', pick(2)], question])
    talk.write('oi')
    expect(talk.newTexts()).toEqual(['um', 'Aqui é o Suporte', 'Seu nome?'])
    expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: null, isBot: true })
    talk.write('Maria')
    expect([talk.newTexts(), ticket()?.isBot]).toEqual([['Olá Maria'], false])
    const log = listTicketLog(talk.ctx(1), 1).map(({ type }) => type)
    expect(log.reverse()).toEqual(['create', 'chatBot', 'queue'])
  })

  test('a queue with options offers them, and they have the ticket from then on', () => {
    const option = (name: string) => ({ name, greetingMessage: `${name}!` })
    const chatbots = v.parse(ChatbotTree, [option('Boletos'), option('Trocas')])
    updateQueue(talk.ctx(1), 2, { greetingMessage: 'Suporte:', chatbots })
    draw('oi', [['ticket', pick(2)]])
    talk.write('oi')
    expect(talk.newTexts().at(-1)).toContain('*[ 2 ]* - Trocas')
    talk.write('2')
    expect([talk.newTexts(), ticket()?.automation?.kind]).toEqual([['Trocas!'], 'chatbot'])
  })

  test('a queue that only informs closes the ticket, and nothing follows', () => {
    updateQueue(talk.ctxAs(talk.ana), 2, { greetingMessage: 'Rua A, 10', closeTicket: true })
    draw('oi', [['ticket', pick(2)], text('never')])
    talk.write('oi')
    expect([talk.newTexts(), ticket()?.status, runs()]).toEqual([['Rua A, 10'], 'closed', []])
  })

  test('a queue takes an open ticket back from its agent', async () => {
    const flowId = draw('x', [['ticket', pick(2)], question])
    talk.write('bom dia')
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    await (await talk.as(talk.ana)).post(`/messages/flow/${flowId}/1`)
    expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: null, isBot: true })
    talk.write('Maria')
    expect(talk.newTexts()).toEqual(['Seu nome?', 'Olá Maria'])
  })

  test('a tag is added to those of the contact, and a lane to the ticket', () => {
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

  test('files are sent without a caption, and a recording as a voice message', async () => {
    const ctx = talk.ctx(1)
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const staged = [
      await stageFile(ctx, png, 'loja.png', 'image/png'),
      await stageFile(ctx, Buffer.from('OggS'), 'oi.ogg', 'audio/ogg'),
    ]
    const [picture = '', audio = ''] = ctx.transaction(() => staged.map((file) => recordFile(ctx, file, 'flow', 0).key))
    const foreign = await stageFile(ctx, png, 'foto.png', 'image/png')
    const { key } = ctx.transaction(() => recordFile(ctx, foreign, 'contact', 1))
    draw('oi', [
      ['img', { url: picture }],
      ['audio', { url: audio, record: true }],
      ['video', { url: 'gone.mp4' }],
      ['img', { url: key }],
    ])
    talk.write('oi')
    expect(talk.ourRows()).toMatchObject([
      { body: '', mediaType: 'image', data: { file: { name: 'loja.png' } } },
      { body: '', mediaType: 'audio', data: { file: { name: 'oi.ogg', voiceNote: true } } },
    ])
    expect(error()).toMatchObject({ code: 'flowMissingFile', message: key })
  })

  test('an agent takes over with what is known; an unknown one leaves the ticket to people', () => {
    const started: unknown[] = []
    talk.ports.startAgent = (_ctx, { id }, agentId, variables) => {
      if (agentId !== 7) return false
      started.push([id, agentId, variables])
      return true
    }
    draw('oi', [question, ['agent', pick(7)]])
    draw('ai', [['agent', pick(8)]])
    talk.write('oi')
    talk.write('Maria')
    expect([started, runs()]).toEqual([[[1, 7, { cliente: 'Maria' }]], []])
    const other = { phone: '5511977770010' }
    talk.write('ai', other)
    expect(error(2)).toMatchObject({ code: 'flowUnknownAgent', message: '8' })
    expect(ticket(2)).toMatchObject({ status: 'pending', isBot: false, automation: null })
  })

  test('what was deleted is skipped, and admins see it', () => {
    draw('oi', [['ticket', pick(99)], ['tag', pick(98)], text('fim')])
    talk.write('oi')
    expect([talk.newTexts(), error()?.code]).toEqual([['fim'], 'flowUnknownTag'])
  })
})

test('a circle ends after 200 steps, with a note', async () => {
  draw(
    'oi',
    [
      ['tag', { id: 99 }],
      ['condition', { key: '__proto__', condition: 1, value: 'x' }],
    ],
    ['n1 n2', 'n2.b n1'],
  )
  talk.write('oi')
  for (let turn = 0; turn < 10; turn++) await wait(0)
  expect([runs(), jobs(), error()?.code]).toEqual([[], [], 'flowLoop'])
  expect(notes()).toMatchObject([{ body: expect.stringContaining('dá voltas') }])
  // The missing tag is noted once a turn, not once a round.
  expect(talk.ctx(1).company.sqlite.query('SELECT count(*) AS n FROM bot_error').get()).toEqual({ n: 5 })
  expect(ticket()).toMatchObject({ isBot: false, automation: null })
})

test('a contact stays on the drawing with which the run began', () => {
  const flowId = draw('oi', [question, text('velho')])
  talk.write('oi')
  redrawFlow(talk.ctx(1), flowId, 3, drawFlow([text('novo')]))
  talk.write('Maria')
  talk.write('oi')
  expect(talk.newTexts()).toEqual(['Seu nome?', 'Olá Maria', 'velho', 'novo'])
})

test('a deleted flow ends its runs, also one that is asked before they are ended', async () => {
  const flowId = draw('oi', [question])
  talk.write('oi')
  const other = { phone: '5511977770010' }
  talk.write('oi', other)
  deleteFlow(talk.ctx(1), flowId)
  talk.write('Maria')
  expect(ticket(1)).toMatchObject({ isBot: false, automation: null })
  await wait(0)
  expect([ticket(2)?.automation, runs()]).toEqual([null, []])
})

test('two numbers of the company run independently for the same contact', () => {
  draw('oi', [question])
  talk.write('oi')
  const { db } = talk.ctx(1)
  db.update(flowCampaignTable).set({ status: true }).where(eq(flowCampaignTable.id, 1)).run()
  talk.write('oi', { phone: '5511977770010' })
  talk.write('Maria')
  expect(runs().map(({ ticketId }) => ticketId)).toEqual([2])
})
