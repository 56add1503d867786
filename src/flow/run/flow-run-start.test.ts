import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { toggleContact } from '../../contact/contact.commands'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { listMessageRows, setSetting } from '../../testing/conversation/conversation'
import { changePlans } from '../../testing/world/change-plans'
import { flowTools, nameQuestion } from '../../testing/bot/flow-tools'
import { addFlow, drawFlow, menu, text } from '../../testing/bot/flows'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { updateFlow } from '../flow.commands'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  setSetting(talk, 'sendGreetingAccepted', 'disabled')
})
afterEach(() => talk.stop())

const { ticket, runs, jobs, draw, wait } = flowTools(() => talk)

describe('a user', () => {
  test('who accepts the ticket, or writes from the phone, ends the flow', async () => {
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

  test('who accepts or stops it also cancels its pending messages', async () => {
    draw('oi', [text('um'), text('dois'), text('três')])
    const shown = () =>
      listMessageRows(talk).flatMap(({ fromMe, body, isDeleted }) => (fromMe ? [[body, isDeleted]] : []))
    talk.write('oi')
    acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
    expect(shown()).toEqual([['um', false]])
    const other = { phone: '5511977770010' }
    draw('pare', [text('quatro'), text('cinco'), nameQuestion])
    talk.write('pare', other)
    await (await talk.as(talk.ana)).post('/tickets/2/stop-bot')
    expect(shown()).toEqual([
      ['um', false],
      ['quatro', false],
    ])
  })

  test('sends a flow to an open ticket, which runs until the user writes', async () => {
    const flowId = draw(
      'never',
      [menu('Qual?', 'A', 'B'), text('boleto A'), nameQuestion],
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

  test('stops the flow manually', async () => {
    draw('oi', [nameQuestion])
    talk.write('oi')
    const bruno = await talk.as(talk.bruno)
    expect((await bruno.post('/tickets/1/stop-bot')).body.error).toBe('ERR_NO_TICKET_FOUND')
    const ana = await talk.as(talk.ana)
    for (const _ of [1, 2]) expect((await ana.post('/tickets/1/stop-bot')).body).toEqual({ ok: true })
    talk.write('Maria')
    expect([talk.newTexts(), runs(), ticket()?.isBot]).toEqual([['Seu nome?'], [], false])
  })

  test('cannot send a missing, inactive or empty flow, or where sending is not allowed', async () => {
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

  test('runs the welcome flow on the first conversation, and the other flow on later ones, once per ticket', () => {
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

  test('prefers a scheduled flow within its hours, also across midnight', async () => {
    const night = flowOf('night')
    talk.connect(
      {},
      { flowIdWelcome: flowOf('welcome'), flowIdNotPhrase: flowOf('other'), flowIdsScheduled: [99, night] },
    )
    const schedule = (time: string) =>
      talk.ctx(1).company.sqlite.run('UPDATE flow SET scheduled_time_run = ? WHERE id = ?', [time, night])
    for (const [time, flow] of [
      ['11:00-11:00', 'night'],
      ['11:01-12:00', 'other'],
      ['10:00-10:59', 'other'],
      ['11:01-10:59', 'other'],
      ['22:00-11:00', 'night'],
      ['11:00-09:00', 'night'],
    ] as const) {
      schedule(time)
      expect([time, say()]).toEqual([time, [flow]])
      close()
    }
  })

  test('starts with the next message if the first one was held back', async () => {
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

  test('does not start when it is inactive, the contact’s bot is off, or we wrote first', () => {
    const welcome = flowOf('welcome')
    talk.connect({}, { flowIdWelcome: welcome })
    talk.write('Olá!', { fromMe: true })
    talk.newTexts()
    expect(say()).toEqual([])
    const phone = '5511977770010'
    updateFlow(talk.ctx(1), { flowId: welcome, active: false })
    talk.write('oi', { phone })
    expect(talk.newTexts()).toEqual([])
    updateFlow(talk.ctx(1), { flowId: welcome, active: true })
    close()
    toggleContact(talk.ctx(1), 1, 'disableBot', true)
    changePlans(talk, { useIntegrations: false })
    talk.write('oi', { phone: '5511977770011' })
    changePlans(talk, { useIntegrations: true })
    expect(say()).toEqual([])
    talk.write('oi', { phone: '5511977770012' })
    expect(talk.newTexts()).toEqual(['welcome'])
  })
})
