import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { CampaignBody } from '../../campaign/campaign.contract'
import { saveCampaignSettings } from '../../campaign/edit/campaign-settings'
import { createCampaign } from '../../campaign/edit/save-campaign'
import { jobHandlers } from '../../domains'
import { connectionTable } from '../../connection/connection.tables'
import { contactListRecords } from '../../contact-list/contact-list.record'
import { addListItem } from '../../contact-list/add-list-item'
import { phoneKey } from '../../kernel/text/phone-number'
import { runDueJobs } from '../../kernel/job/run-job'
import { secondMs, hourMs } from '../../kernel/time/durations.contract'
import { firstCompanyId } from '../../platform/company/company.queries'
import { addSuppression } from '../../suppression/suppression.record'
import type { Phone } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { contactDoes, directChat } from '../story/contact-side'
import { contactNames } from '../story/names'
import { firstStaffId } from '../story/plan-conversations'
import type { DemoEvent } from './play-conversation'
import type { Random } from '../story/random'
import { connectionId, type Stage } from '../story/stage'
import { contact } from '../story/story'

const stepMs = 30 * secondMs
const finishedPeople = 24
const runningPeople = 36
const stepsPlayed = 20
const admin = firstStaffId

export const confirmationSign = 'Responda sim ou não'

const cities = ['São Paulo', 'Campinas', 'Santos', 'Sorocaba']

const finished = {
  name: 'Semana da poltrona',
  message1:
    'Oi {nome}! Nesta semana as poltronas da Casa Aurora estão com {desconto} de desconto. Quer ver os modelos?',
  message2: 'Olá {nome}, tudo bem? As poltronas que você viu na feira estão com {desconto} de desconto até sexta.',
}
const running = {
  name: 'Coleção de verão',
  confirmation: true,
  confirmationMessage1: `Oi {nome}, aqui é da Casa Aurora. Posso enviar o catálogo da coleção de verão? ${confirmationSign}, ou sair para não receber mais.`,
  message1:
    'Que bom, {nome}! A coleção chegou às lojas hoje, com sofás a partir de R$ 1.990 e frete grátis em {cidade}.',
  message2: 'Obrigada, {nome}! Veja a coleção na loja de {cidade} e ganhe {desconto} na primeira compra.',
}

interface CampaignOptions {
  stage: Stage
  untilMs: number
  random: Random
}

/** Returns the events of two contact lists, a finished campaign and a running one, sent to people who had not written yet. */
export function campaignEvents({ stage, untilMs, random }: CampaignOptions): DemoEvent[] {
  const people = contactNames(finishedPeople + runningPeople, random).map((name, index) =>
    stage.server.phone(`551196${String(1_000_000 + index * 61_583).slice(-7)}`.padEnd(13, '0'), { name }),
  )
  const [first, second] = [people.slice(0, finishedPeople), people.slice(finishedPeople)]
  const earlierMs = untilMs - 50 * hourMs
  const laterMs = untilMs - stepsPlayed * stepMs
  const times = (startMs: number, count: number) =>
    Array.from({ length: count }, (_, index) => startMs + index * stepMs)
  return [
    { atMs: earlierMs - secondMs, run: async () => setUp(stage) },
    { atMs: earlierMs, run: async () => begin(stage, 'Visitantes da feira', first, finished) },
    ...times(earlierMs + secondMs, first.length * 2).map((atMs) => ({ atMs, run: () => step(stage, first) })),
    { atMs: laterMs, run: async () => begin(stage, 'Clientes de verão', second, running) },
    ...times(laterMs + secondMs, stepsPlayed).map((atMs) => ({ atMs, run: () => step(stage, second) })),
  ]
}

/** Sends at all hours, so that a demo at night has something to show. */
function setUp(stage: Stage) {
  const ctx = stage.ctxAs(admin)
  saveCampaignSettings(ctx, {
    messageInterval: 20,
    longerIntervalAfter: 20,
    greaterInterval: 60,
    startHour: '00:00',
    endHour: '00:00',
    sabado: true,
    domingo: true,
    variables: [{ key: 'desconto', value: '15%' }],
  })
  addSuppression(ctx, { name: 'Condomínio Jardim Europa', number: '5511932104567' })
}

function begin(stage: Stage, listName: string, people: readonly Phone[], texts: object) {
  const ctx = stage.ctxAs(admin)
  const list = contactListRecords.createFrom(ctx, { name: listName })
  for (const [index, { name, number }] of people.entries()) {
    const extra = { Cidade: cities[index % cities.length] ?? '' }
    addListItem(ctx, list.id, { name: name ?? number, number, email: '', extra })
  }
  ctx.company.sqlite.run('UPDATE contact_list_item SET is_valid = 1, checked_at = ? WHERE list_id = ?', [
    ctx.now.getTime(),
    list.id,
  ])
  const body = { ...texts, contactListId: list.id, whatsappId: connectionId, scheduledAt: ctx.now.toISOString() }
  createCampaign(ctx, v.parse(CampaignBody, body))
}

interface Unanswered {
  messageId: number
  providerId: string
  phoneKey: string
  isRequest: 0 | 1
}

/** Sends the campaign's next message and simulates the recipients of the earlier ones. */
async function step(stage: Stage, people: readonly Phone[]) {
  await connected(stage, async () => {
    await runDueJobs(stage.platform.files, firstCompanyId, jobHandlers, stage.platform.log, 100)
    await stage.drain()
  })
  for (const message of unseen(stage)) await receive(stage, people, message)
}

/** Campaigns require a connected connection, but the demo's is paired only when the product starts. */
async function connected(stage: Stage, task: () => Promise<void>) {
  const set = (status: 'CONNECTED' | 'DISCONNECTED') =>
    stage.ctx().db.update(connectionTable).set({ status }).where(eq(connectionTable.id, connectionId)).run()
  set('CONNECTED')
  await task()
  set('DISCONNECTED')
}

function unseen(stage: Stage): Unanswered[] {
  return stage
    .ctx()
    .company.sqlite.query<Unanswered, []>(
      `SELECT m.id AS messageId, m.provider_id AS providerId, s.phone_key AS phoneKey,
         s.confirmation_message_id IS m.id AS isRequest
       FROM campaign_shipping s JOIN message m ON m.id = coalesce(s.message_id, s.confirmation_message_id)
       WHERE m.ack = 1 ORDER BY m.id`,
    )
    .all()
}

async function receive(stage: Stage, people: readonly Phone[], message: Unanswered) {
  const { messageId, providerId, phoneKey: key, isRequest } = message
  // One in seven phones is off.
  const ack = messageId % 7 === 0 ? undefined : messageId % 3 === 0 ? (2 as const) : (3 as const)
  if (ack === undefined) return
  await stage.receive({ type: 'receipt', targetIds: [providerId], ack })
  const phone = people.find(({ number }) => phoneKey(number) === key)
  if (!phone || !isRequest || ack === 2) return
  const answer = messageId % 11 === 0 ? 'sair' : messageId % 5 === 0 ? 'Não, obrigado' : 'Sim!'
  await contactDoes(stage, directChat(stage, phone), contact(answer), 0)
}
