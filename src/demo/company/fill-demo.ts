import { createContact, setContactActive, updateContact } from '../../contact/contact.commands'
import { getContactRow } from '../../contact/contact.queries'
import { setContactPicture } from '../../contact/identity/contact-channel'
import { connectionTable } from '../../connection/connection.tables'
import { stageFile } from '../../kernel/file/media-store'
import { dayMs } from '../../kernel/time/durations.contract'
import { setTicketLane } from '../../tag/tag-links'
import { tagTable } from '../../tag/tag.tables'
import { setMayConnect } from '../../platform/connection-index/connection-hint'
import { firstCompanyId } from '../../platform/company/company.queries'
import { ticketTable } from '../../ticket/ticket.tables'
import { and, eq, inArray } from 'drizzle-orm'
import type { Phone, WhatsAppServer } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import { contactNames } from '../story/names'
import { addDemoChatbot } from './demo-chatbot'
import { addHostCompanies } from './host-companies'
import { planConversations, weeksBack } from '../story/plan-conversations'
import { conversationEvents } from '../play/play-conversation'
import { campaignEvents } from '../play/play-campaigns'
import { groupEvents } from '../play/play-groups'
import { addDuplicate, addSchedules } from './plan-schedules'
import { outreachEvents } from '../play/play-outreach'
import { talkEvents } from '../play/play-talk'
import { createRandom } from '../story/random'
import { paintPortrait } from '../story/scenes'
import { asAdmin } from './as-admin'
import { addDemoAgent } from './demo-agent'
import { addDemoPrompt } from './demo-ai'
import { setUpCompany } from './set-up-company'
import { openStage, type Stage } from '../story/stage'

export interface DemoSize {
  contacts: number
  conversations: number
}

const demoSize: DemoSize = { contacts: 300, conversations: 300 }

interface FillOptions {
  dataDir: string
  server: WhatsAppServer
  size?: DemoSize
  now?: Date
  aiUrl?: string
}

const defaultAiUrl = 'http://127.0.0.1:4090/v1'

/** Fills an empty data folder with the company's last weeks: contacts write on simulated phones, agents answer by commands. */
export async function fillDemo({
  dataDir,
  server,
  size = demoSize,
  now = new Date(),
  aiUrl = defaultAiUrl,
}: FillOptions) {
  const untilMs = now.getTime() - 20_000
  const stage = openStage(dataDir, server)
  try {
    stage.setTime(untilMs - (weeksBack + 1) * 7 * dayMs)
    await setUpCompany(stage.platform)
    // An interrupted run starts over, so nothing must be durable before the end.
    stage.ctx().company.sqlite.run('PRAGMA synchronous = OFF')
    const random = createRandom(7)
    const phones = addPhones(server, size.contacts, random)
    await playPast(stage, phones, size, untilMs, random)
    stage.setTime(untilMs)
    await addPictures(stage, phones)
    addRemainingContacts(stage, phones)
    addDetails(stage)
    // Added after the conversations, whose voice notes would otherwise wait for a transcription.
    addDemoPrompt(stage.ctx(), 1)
    await addDemoAgent(asAdmin(stage.ctx()), aiUrl)
    wantConnection(stage)
    await addDemoChatbot(stage.ctx())
    await addHostCompanies(stage)
    stage.ctx().company.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    await stage.close()
  }
}

function addPhones(server: WhatsAppServer, count: number, random: (below: number) => number): Phone[] {
  return contactNames(count, random).map((name, index) => {
    const area = [11, 11, 11, 19, 13, 21, 31, 41][index % 8]
    const number = `55${area}9${String(70_000_000 + index * 61_583).slice(-8)}`
    return server.phone(number, { name, addressing: index % 10 === 9 ? 'lid' : 'pn' })
  })
}

async function playPast(
  stage: Stage,
  phones: readonly Phone[],
  { conversations }: DemoSize,
  untilMs: number,
  random: (below: number) => number,
) {
  const cardContactId = createContact(stage.ctx(), {
    name: 'Valdir, gerente de projetos',
    number: '5511988770011',
    email: 'valdir@casaaurora.test',
    acceptAudioMessage: true,
    disableBot: false,
    extraInfo: [{ name: 'Cargo', value: 'Gerente de projetos' }],
  })
  const planned = planConversations(conversations, untilMs, random)
  const events = planned.flatMap((conversation) => {
    const phone = phones[conversation.contact]
    return phone ? conversationEvents(conversation, { phone, stage, cardContactId, untilMs, random }) : []
  })
  events.push(...outreachEvents(planned, { stage, phones, untilMs }))
  events.push(...(await groupEvents({ stage, phones, untilMs, random })))
  events.push(...talkEvents(stage, untilMs))
  events.push(...campaignEvents({ stage, untilMs, random }))
  events.sort((one, other) => one.atMs - other.atMs)
  for (const { atMs, run } of events) {
    stage.setTime(atMs)
    await run()
  }
}

function contactOf(stage: Stage, phone: Phone) {
  return (
    stage
      .ctx()
      .company.sqlite.query<{ id: number }, [string]>(
        `SELECT contact_id AS id FROM contact_identity WHERE scope = 0 AND kind = 'phone' AND value = ?`,
      )
      .get(phone.number)?.id ?? undefined
  )
}

/** A third of the people have a picture, on the phone and in the product. */
async function addPictures(stage: Stage, phones: readonly Phone[]) {
  for (const [index, phone] of phones.entries()) {
    const contactId = contactOf(stage, phone)
    if (index % 3 !== 0 || contactId === undefined) continue
    const bytes = await paintPortrait(index / 3)
    await phone.setPicture(bytes)
    setContactPicture(stage.ctx(), contactId, await stageFile(stage.ctx(), bytes, 'profile.jpg', 'image/jpeg'))
  }
}

function addRemainingContacts(stage: Stage, phones: readonly Phone[]) {
  for (const phone of phones) {
    if (contactOf(stage, phone) !== undefined) continue
    const { name, number } = phone
    createContact(stage.ctx(), { name, number, email: null, acceptAudioMessage: true, disableBot: false })
  }
}

function addDetails(stage: Stage) {
  const ctx = stage.ctx()
  const ids = ctx.company.sqlite
    .query<{ id: number }, []>('SELECT id FROM contact WHERE is_group = 0 ORDER BY id')
    .all()
    .map(({ id }) => id)
  const agents = ctx.company.sqlite
    .query<{ id: number }, []>("SELECT id FROM user WHERE profile = 'user' ORDER BY id")
    .all()
  for (const id of ids.filter((_, index) => index % 6 === 2)) {
    const { name, number, acceptAudioMessage, disableBot } = getContactRow(ctx, id)
    const extraInfo = [
      { name: 'CPF', value: `***.${100 + (id % 900)}.***-**` },
      { name: 'Bairro', value: id % 2 === 0 ? 'Vila Nova' : 'Jardim Europa' },
    ]
    updateContact(ctx, id, {
      name,
      number,
      acceptAudioMessage,
      disableBot,
      email: `cliente${id}@exemplo.test`,
      extraInfo,
      walletUserId: agents[id % agents.length]?.id ?? null,
    })
  }
  for (const id of ids.slice(20, 22)) setContactActive(ctx, id, false)
  addLanes(stage)
  addSchedules(stage, ids)
  const [open] = ctx.db.select().from(ticketTable).where(eq(ticketTable.status, 'open')).all()
  if (open) addDuplicate(stage, open.contactId)
}

function addLanes(stage: Stage) {
  const ctx = stage.ctx()
  const lanes = ctx.db.select().from(tagTable).where(eq(tagTable.kanban, true)).all()
  const sales = and(eq(ticketTable.queueId, 1), inArray(ticketTable.status, ['open', 'pending']))
  for (const [index, { id }] of ctx.db.select({ id: ticketTable.id }).from(ticketTable).where(sales).all().entries()) {
    setTicketLane(ctx, id, lanes[index % lanes.length]?.id ?? null)
  }
}

/** Makes the product connect at its start and show a pairing code for the shop's phone. */
function wantConnection(stage: Stage) {
  setMayConnect(stage.platform, firstCompanyId, true)
  stage.ctx().db.update(connectionTable).set({ wanted: true }).run()
}
