import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { contactTable } from '../../contact/contact.tables'
import { sendOutreach } from '../../message/send/send-outreach'
import type { SuppressionView } from '../../suppression/suppression.record'
import { createFlowCampaign } from '../../flow/phrase/phrase.commands'
import { addFlow, drawFlow, menu } from '../../testing/bot/flows'
import { connect } from '../../testing/bot/bots'
import { type Campaigns, createCampaigns } from '../../testing/campaign/campaigns'
import { messageEvent, receive } from '../../testing/conversation/inbound'

let campaigns: Campaigns
beforeEach(async () => {
  campaigns = await createCampaigns()
  connect(campaigns.world, { greetingMessage: 'Olá!', complationMessage: 'Até logo' }, {})
})
afterEach(() => campaigns.world.stop())

const ctx = () => campaigns.world.ctx(1)
const say = (person: number, ...texts: string[]) => texts.forEach((text) => campaigns.answer(person, text))
/** The last digits of the numbers. */
const suppressed = async () =>
  (await campaigns.ana.get('/suppressions')).body.records
    .map(({ number }: SuppressionView) => Number(number.slice(-3)))
    .toSorted()

async function start(fields: object = {}, contacts = 3) {
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(contacts), ...fields })
  await campaigns.pass(2 * contacts, { step: 1 })
  return id as number
}

function remind(person: number) {
  const contact = ctx()
    .db.select()
    .from(contactTable)
    .where(eq(contactTable.number, campaigns.phoneOf(person)))
    .get()
  const content = { texts: ['Consulta amanhã às 10'], files: [] }
  if (!contact) throw new Error('No contact')
  sendOutreach(ctx(), {
    key: `api 1 ${person}`,
    cause: { kind: 'api' },
    contact,
    connectionIds: [1],
    content,
    ticket: { open: 'none' },
  })
}

function addPhrase(phrase: string, drawing: ReturnType<typeof drawFlow>) {
  const flowId = addFlow(ctx(), phrase, drawing)
  createFlowCampaign(ctx(), { flowId, name: phrase, phrase, whatsappId: null, status: true })
}

function takeVacation(collectiveVacationMessage: string) {
  const days = { collectiveVacationStart: '2026-11-01', collectiveVacationEnd: '2026-11-30' }
  connect(campaigns.world, {}, { ...days, collectiveVacationMessage })
}

test('schedules, API clients and closed hours take no word from a campaign; “cancelar” may be about theirs', async () => {
  for (const person of [0, 1, 2, 3]) say(person, 'Oi')
  const id = await start({ confirmation: true, confirmationMessage1: 'Quer receber?' }, 8)
  say(6, 'Oi')
  for (const person of [0, 1, 2, 4, 5, 6]) remind(person)
  say(0, 'PARAR')
  say(1, 'Sim')
  for (const person of [2, 5]) say(person, 'Cancelar')
  for (const person of [4, 6]) say(person, 'PARAR')
  takeVacation('Voltamos em dezembro')
  say(3, 'Oi?', 'PARAR')
  expect(await suppressed()).toEqual([0, 3, 4])
  expect((await campaigns.find(id)).confirmationsCount).toBe(1)
})

test('a message edited into a word of leaving leaves the campaign that it followed', async () => {
  await start()
  say(1, 'Oi')
  for (const person of [0, 1, 2]) {
    const atMs = campaigns.at().getTime() - (person === 2 ? 72 * 3_600_000 : 0)
    const event = messageEvent({ phone: campaigns.phoneOf(person), text: 'PARRA', atMs })
    const edit = { type: 'edit', targetId: event.id, fromMe: false, chat: event.chat, atMs: event.atMs } as const
    receive(campaigns.world, 1, event, { ...edit, text: 'PARAR' })
  }
  expect(await suppressed()).toEqual([0])
})

test('a menu that is no longer repeated keeps its numbers only', async () => {
  connect(campaigns.world, {}, { maxUseBotQueues: 2 })
  addPhrase('pedido', drawFlow([menu('Pedido?', 'Boleto')]))
  const id = await start({ confirmation: true, confirmationMessage1: 'Quer receber?' }, 6)
  for (const person of [0, 1, 2]) say(person, 'Oi', 'Quem é?', 'Como assim?')
  for (const person of [3, 4]) say(person, 'pedido', 'Quem é?', 'Como assim?', 'Não entendi')
  say(5, 'Oi', 'Quem é?')
  say(1, '1')
  for (const person of [0, 3, 5]) say(person, 'PARAR')
  say(4, '1')
  expect(await suppressed()).toEqual([0, 3])
  expect((await campaigns.find(id)).confirmationsCount).toBe(0)
})
