import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { toggleContact } from '../../contact/contact.commands'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { listMessageRows, setSetting } from '../../testing/conversation/conversation'
import { emptyIntegration } from '../../testing/bot/bot-bodies'
import { flowTools, nameQuestion } from '../../testing/bot/flow-tools'
import { addFlow, block, type DrawnNode, drawFlow, menu, redrawFlow, text } from '../../testing/bot/flows'
import { changePlans } from '../../testing/world/change-plans'
import { createIntegration } from '../../integration/integration.commands'
import { updateQueue } from '../../queue/queue.commands'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { updateFlow } from '../flow.commands'
import { flowRecords } from '../flow.queries'
import { flowCampaignTable, flowRunTable } from './flow-run.tables'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  setSetting(talk, 'sendGreetingAccepted', 'disabled')
})
afterEach(() => talk.stop())

const { ticket, runs, jobs, notes, error, draw, wait } = flowTools(() => talk)

describe('a phrase', () => {
  test('starts its flow regardless of case and accents, but only as the whole text', () => {
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

  test('of the connection precedes that of all, then the newest; an inactive flow does not start', () => {
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
    draw('oi', [nameQuestion])
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
    changePlans(talk, { useIntegrations: false })
    talk.write('oi')
    expect([talk.newTexts(), runs()]).toEqual([[], []])
  })

  test('starts from a queue menu, and no flow of another company', () => {
    talk.connect({ greetingMessage: 'Escolha' })
    draw('promo', [text('Promoção!')])
    talk.write('Oi')
    talk.newTexts()
    talk.write('promo')
    expect(talk.newTexts()).toEqual(['Promoção!'])
    expect(talk.ctx(2).db.select().from(flowRunTable).all()).toEqual([])
  })
})

test('asks, stores the answer, branches on it, and ends', () => {
  const age = block(['message', 'Idade?'], ['input', 'idade'])
  const adult: DrawnNode = ['condition', { key: 'idade', condition: 2, value: '18' }]
  draw(
    'oi',
    [nameQuestion, age, adult, text('a'), text('b {{idade}} {{firstName}}')],
    ['n1 n2', 'n2 n3', 'n3.a n4', 'n3.b n5'],
  )
  talk.write('oi')
  expect(ticket()).toMatchObject({ isBot: true, automation: { kind: 'flow', name: 'Fluxo oi' } })
  talk.write('Maria')
  talk.write('17')
  expect(talk.newTexts()).toEqual(['Seu nome?', 'Olá Maria', 'Idade?', 'b 17 Dona'])
  expect([ticket()?.automation, runs()]).toEqual([null, []])
})

test('takes the word of leaving as the answer to a question that takes any text, and leaves another question', () => {
  draw('oi', [nameQuestion, block(['input', 'idade', { question: 'Idade?', kind: 'number' }]), text('never')])
  for (const said of ['oi', 'Sair', ' SAIR ']) talk.write(said)
  expect(talk.newTexts()).toEqual(['Seu nome?', 'Olá Sair', 'Idade?'])
  expect([ticket(), runs()]).toMatchObject([{ status: 'pending', isBot: false, automation: null }, []])
})

test('stores the name of a file as the answer, and each answer once', () => {
  draw('oi', [nameQuestion, block(['input', 'x'], ['message', 'Recebi {x}']), text('fim')])
  talk.write('oi')
  const content = { kind: 'document', text: '', mimeType: 'application/pdf', fileName: 'cpf.pdf', source: {} } as const
  talk.write('', { content, id: 'same' })
  talk.write('', { content, id: 'same' })
  expect(talk.newTexts()).toEqual(['Seu nome?', 'Olá cpf.pdf'])
  for (let times = 0; times < 20; times++) talk.write(`resposta ${times}`)
  expect(talk.newTexts()).toEqual(['Recebi resposta 0', 'fim'])
})

test('keeps answers of every kind, and lets the ticket wait for a person when none fits', () => {
  const keep = (name: string, more?: object) => block(['input', name, more], ['message', `{{${name}}}`])
  draw('oi', [keep('a'), keep('b'), keep('c'), keep('Sua foto', { question: 'A foto?', kind: 'file', tries: 1 })])
  talk.write('oi')
  const picture = { kind: 'image', text: '', mimeType: 'image/jpeg', source: {} } as const
  const voice = { kind: 'audio', text: '', mimeType: 'audio/ogg; codecs=opus', voiceNote: true, source: {} } as const
  talk.write('', { content: picture })
  talk.write('', { content: voice })
  talk.write('', { content: { kind: 'location', latitude: -23.5, longitude: -46.6 } })
  expect(talk.newTexts()).toEqual(['image.jpeg', 'audio.ogg', '-23.5, -46.6', 'A foto?'])
  talk.write('oi', { phone: '5511977770002' })
  talk.write('não tenho')
  expect(talk.newTexts()).toEqual(['A foto?'])
  expect([ticket()?.isBot, ticket(2)?.isBot, notes().length]).toEqual([false, true, 1])
  talk.write('', { content: { ...picture, text: 'achei' } })
  expect([talk.newTexts(), ticket()?.automation]).toEqual([['image.jpeg'], null])
})

test('pauses between messages, and waits exactly for an interval, also across a restart', async () => {
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

test('a job repeated after a crash sends nothing twice', async () => {
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

test('repeats a menu three times, records that the ticket waits, and accepts a later choice', () => {
  draw('oi', [menu('Qual?', 'Boleto'), text('Aqui está')], ['n1.a1 n2'])
  talk.write('oi')
  for (const said of ['2', 'x', 'y', 'z']) talk.write(said)
  expect(talk.newTexts()).toEqual(Array(4).fill('Qual?\n\n[1] Boleto'))
  expect(ticket()).toMatchObject({ status: 'pending', isBot: false })
  expect(notes()).toMatchObject([{ body: expect.stringContaining('“Fluxo oi”') }])
  talk.write('1')
  expect([talk.newTexts(), ticket()?.automation]).toEqual([['Aqui está'], null])
})

test('“sair” ends the flow without closing the ticket', () => {
  draw('oi', [menu('Qual?', 'Boleto')])
  talk.write('oi')
  talk.write('sair')
  expect(ticket()).toMatchObject({ status: 'pending', isBot: false, automation: null })
})

test('a loop ends after 200 steps, with a note', async () => {
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
  expect(notes()).toMatchObject([{ body: expect.stringContaining('se repetia') }])
  expect(talk.ctx(1).company.sqlite.query('SELECT count(*) AS n FROM bot_error').get()).toEqual({ n: 5 })
  expect(ticket()).toMatchObject({ isBot: false, automation: null })
})

test('a loop that sends texts is ended at once, and what waits is withdrawn', async () => {
  const other = { phone: '5511977770010' }
  draw('outro', [text('um'), text('dois'), text('três')])
  talk.write('outro', other)
  draw('oi', [text('a'), text('b')], ['n1 n2', 'n2 n1'])
  talk.write('oi')
  const sent = () => listMessageRows(talk).filter((row) => row.fromMe && !row.isPrivate && !row.isDeleted)
  expect(sent().map(({ body }) => body)).toEqual(['um', 'dois', 'três', 'a'])
  expect([error(2)?.code, runs(), jobs()]).toEqual(['flowLoop', [], []])
  expect(notes()).toMatchObject([{ ticketId: 2, body: expect.stringContaining('se repetia') }])
  await wait(300)
  expect([sent().length, ticket(2)?.automation]).toEqual([4, null])
})

describe('at most twenty messages follow one of the contact', () => {
  const sentTo = (ticketId: number) =>
    listMessageRows(talk).filter((row) => row.ticketId === ticketId && row.fromMe && !row.isPrivate).length

  test('in a loop with a pause, and again after each answer and each launch', async () => {
    const flowId = draw('oi', [text('a'), ['interval', { sec: 100 }]], ['n1 n2', 'n2 n1'])
    talk.write('oi')
    for (let times = 0; times < 40; times++) await wait(100)
    expect([sentTo(1), runs(), error()]).toMatchObject([20, [], { code: 'automaticLimit' }])
    expect(notes()).toMatchObject([{ body: expect.stringContaining('20 mensagens seguidas') }])
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    expect((await (await talk.as(talk.ana)).post(`/messages/flow/${flowId}/1`)).status).toBe(200)
    for (let times = 0; times < 40; times++) await wait(100)
    expect([sentTo(1), runs(), notes().length]).toEqual([40, [], 2])
    talk.write('Chega')
    expect(sentTo(1)).toBe(40)
  })

  test('through a chain of flows and queues, also while another contact gets them', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => text(`${index}`))
    const own = addFlow(talk.ctx(1), 'Da fila', drawFlow([...many(8), menu('Qual?', 'A')]))
    const { id } = await createIntegration(talk.ctxAs(talk.ana), {
      ...emptyIntegration,
      type: 'flowbuilder',
      flowId: own,
    })
    updateQueue(talk.ctxAs(talk.ana), 2, { greetingMessage: 'Suporte', integrationId: id })
    draw('oi', [...many(14), ['ticket', { id: 2 }]])
    draw('pouco', many(3))
    talk.write('pouco', { phone: '5511977770010' })
    talk.write('oi')
    expect([sentTo(1), sentTo(2)]).toEqual([3, 20])
    expect(error(own)).toMatchObject({ code: 'automaticLimit' })
    await wait(300)
    expect([sentTo(1), sentTo(2), runs()]).toEqual([3, 20, []])
  })
})

test('a contact stays on the version with which the run started', () => {
  const flowId = draw('oi', [nameQuestion, text('velho')])
  talk.write('oi')
  redrawFlow(talk.ctx(1), flowId, 3, drawFlow([text('novo')]))
  talk.write('Maria')
  expect(talk.newTexts()).toEqual(['Seu nome?', 'Olá Maria', 'velho'])
  talk.write('oi')
  expect(talk.newTexts()).toEqual(['novo'])
})

test('deleting a flow ends its runs, also one that is resumed before', async () => {
  const flowId = draw('oi', [nameQuestion])
  talk.write('oi')
  const other = { phone: '5511977770010' }
  talk.write('oi', other)
  flowRecords.remove(talk.ctx(1), flowId)
  talk.write('Maria')
  expect(ticket(1)).toMatchObject({ isBot: false, automation: null })
  await wait(0)
  expect([ticket(2)?.automation, runs()]).toEqual([null, []])
})

test('runs of one contact on two connections are independent', () => {
  draw('oi', [nameQuestion])
  talk.write('oi')
  const { db } = talk.ctx(1)
  db.update(flowCampaignTable).set({ status: true }).where(eq(flowCampaignTable.id, 1)).run()
  talk.write('oi', { phone: '5511977770010' })
  talk.write('Maria')
  expect(runs().map(({ ticketId }) => ticketId)).toEqual([2])
})
