import { until } from '../../whatsapp/whatsapp-world'
import type { CapacityBox } from './capacity-box'
import { type CapacityAgent, readCompany } from './capacity-companies'
import type { SentLoad } from './capacity-load'
import { bearer, type BotContact, contactOf, forEachAtOnce } from './capacity-work'

interface SideWork {
  webhooks: CapacityAgent[]
  bots: CapacityAgent[]
  campaign: CapacityAgent
  recipients: number
}

/** Enough to keep one question of each bot waiting, while none of them writes so often that the bot takes it for another. */
const contactsPerBot = 5
export const secondsBetweenQuestions = 10
const firstBotContact = 11
const firstRecipient = 100
/** A campaign sends one message per second at most. */
const recipientsMax = 800
const companiesOf = { webhooks: 20, bots: 10 }

export function planSideWork(admins: readonly CapacityAgent[], share: number, seconds: number): SideWork {
  const count = (full: number) => Math.max(1, Math.round(full * share))
  const [webhooks, bots] = [count(companiesOf.webhooks), count(companiesOf.bots)]
  return {
    webhooks: admins.slice(0, webhooks),
    bots: admins.slice(webhooks, webhooks + bots),
    campaign: admins.at(-1) as CapacityAgent,
    recipients: Math.min(recipientsMax, seconds + 60),
  }
}

/** Sets everything up. Returns the contacts who write to bots. */
export async function startSideWork(box: CapacityBox, { webhooks, bots, campaign, recipients }: SideWork) {
  await forEachAtOnce(webhooks, 4, async (admin) => {
    await call(box, admin, 'PUT', '/company-webhook', { url: `${box.receiverUrl}/hook` })
  })
  const contacts: BotContact[] = []
  await forEachAtOnce(bots, 4, async (admin) => {
    const bot = { type: 'webhook', name: 'Robô', urlN8N: `${box.receiverUrl}/bot` }
    const { id } = await call<{ id: number }>(box, admin, 'POST', '/queueIntegration', bot)
    await call(box, admin, 'PUT', '/whatsapp/1', { integrationId: id })
    for (let index = 0; index < contactsPerBot; index++) {
      const number = contactOf(admin.companyId, firstBotContact + index)
      await box.whatsapp('people', { number, name: `Curioso ${index}` })
      contacts.push({ companyId: admin.companyId, number })
    }
  })
  await startCampaign(box, campaign, recipients)
  return contacts
}

async function startCampaign(box: CapacityBox, admin: CapacityAgent, recipients: number) {
  const list = await call<{ id: number }>(box, admin, 'POST', '/contact-lists', { name: 'Clientes' })
  await forEachAtOnce(recipientsOf(admin, recipients), 4, async (number) => {
    await box.whatsapp('people', { number, name: 'Cliente' })
    await call(box, admin, 'POST', '/contact-list-items', { name: 'Cliente', number, contactListId: list.id })
  })
  const always = { startHour: '00:00', endHour: '00:00', sabado: true, domingo: true }
  const pace = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }
  await call(box, admin, 'POST', '/campaign-settings', { settings: { ...always, ...pace } })
  await call(box, admin, 'POST', '/campaign-settings/connections', { whatsappId: 1, dailyLimit: 100_000 })
  const scheduledAt = new Date().toISOString()
  const campaign = { name: 'Promoção', message1: campaignText, contactListId: list.id, whatsappId: 1, scheduledAt }
  await call(box, admin, 'POST', '/campaigns', campaign)
}

const campaignText = 'Promoção de hoje'
const recipientsOf = ({ companyId }: CapacityAgent, count: number) =>
  Array.from({ length: count }, (_, index) => contactOf(companyId, firstRecipient + index))

async function call<Answer>(box: CapacityBox, admin: CapacityAgent, method: string, path: string, body: object) {
  const answer = await fetch(box.url + path, { method, headers: bearer(admin), body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Verifies that webhooks, bots' answers and campaign messages arrived once. Webhooks may still be queued. */
export async function checkSideWork(
  box: CapacityBox,
  dataDir: string,
  work: SideWork,
  { inbound, questions }: SentLoad,
) {
  const results = [
    await checkWebhooks(box, dataDir, work, inbound),
    await checkAnswers(box, questions),
    await checkCampaign(box, dataDir, work),
  ]
  return results.join('; ')
}

async function checkWebhooks(box: CapacityBox, dataDir: string, { webhooks }: SideWork, inbound: SentLoad['inbound']) {
  const companyIds = new Set(webhooks.map(({ companyId }) => companyId))
  const expected = inbound.filter(({ desk }) => companyIds.has(desk.companyId)).length
  const taken = new Map((await (await fetch(`${box.receiverUrl}/taken`)).json()) as [id: string, times: number][])
  const rows = [...companyIds].flatMap((id) =>
    readCompany<{ uuid: string; event: string; state: string }>(
      dataDir,
      id,
      'SELECT uuid, event, state FROM webhook_delivery',
    ),
  )
  const missing = expected - rows.filter(({ event }) => event === 'message.received').length
  const unsent = rows.filter(({ uuid, state }) => state === 'dead' || (state === 'sent' && !taken.has(uuid))).length
  const doubled = [...taken.values()].filter((times) => times > 1).length
  const queued = rows.filter(({ state }) => state === 'queued').length
  return `${taken.size} webhooks, ${queued} still queued, ${missing + unsent} lost, ${doubled} doubled`
}

async function checkAnswers(box: CapacityBox, questions: SentLoad['questions']) {
  const numbers = [...new Set(questions.map(({ contact }) => contact))]
  const answers = new Map<string, number>()
  const count = async () => {
    answers.clear()
    for (const number of numbers) {
      for (const text of await inboxOf(box, number)) {
        answers.set(`${number} ${text}`, (answers.get(`${number} ${text}`) ?? 0) + 1)
      }
    }
    return questions.map(({ contact, body }) => answers.get(`${contact} Robô: ${body}`) ?? 0)
  }
  await until(async () => (await count()).every((times) => times > 0), 'all answers', 20_000, 1000).catch(() => {})
  const times = await count()
  const [lost, doubled] = [times.filter((n) => n === 0).length, times.filter((n) => n > 1).length]
  return `${questions.length} questions to bots, ${lost} unanswered, ${doubled} answered twice`
}

async function checkCampaign(box: CapacityBox, dataDir: string, { campaign, recipients }: SideWork) {
  const sent = readCompany<{ number: string }>(
    dataDir,
    campaign.companyId,
    "SELECT number FROM campaign_shipping WHERE state = 'sent'",
  )
  let [lost, doubled] = [0, 0]
  const expected = new Set(sent.map(({ number }) => number))
  for (const number of recipientsOf(campaign, recipients)) {
    const received = (await inboxOf(box, number)).filter((text) => text === campaignText).length
    if (received > 1) doubled++
    if (received === 0 && expected.has(number)) lost++
  }
  return `${sent.length} messages of a campaign, ${lost} lost, ${doubled} doubled`
}

async function inboxOf(box: CapacityBox, number: string) {
  const inbox = await box.whatsapp<{ text?: string }[]>('inbox', { number })
  return inbox.map(({ text = '' }) => text)
}
