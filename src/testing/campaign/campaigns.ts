import { afterEach, beforeEach } from 'bun:test'
import { addListItem } from '../../contact-list/add-list-item'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { createFakeChannel } from '../conversation/fake-channel'
import { setSession } from '../conversation/connections'
import { messageEvent, receive } from '../conversation/inbound'
import { createWorld, type World } from '../world/world'
import { listMessageRows } from '../conversation/conversation'

const secondMs = 1000

/** Monday, 10:00 in São Paulo. */
export const mondayAtTen = new Date('2026-11-23T13:00:00Z')

export async function createCampaigns(now = mondayAtTen) {
  const world = await createWorld({ now })
  const ana = await world.as(world.ana)
  setSession(world, 1, { status: 'CONNECTED' })
  const at = () => world.ctx(1).now
  let lists = 0

  /** Adds a list of contacts named Pessoa 0, Pessoa 1 and so on, whose numbers have an account. */
  async function addList(people: number, first = 0): Promise<number> {
    const { id } = (await ana.post('/contact-lists', { name: `Lista ${++lists}` })).body
    const ctx = world.ctx(1)
    ctx.transaction(() => {
      for (let person = first; person < first + people; person++) {
        addListItem(ctx, id, { name: `Pessoa ${person}`, number: phoneOf(person), email: '', extra: {} })
      }
    })
    ctx.company.sqlite.run('UPDATE contact_list_item SET is_valid = 1 WHERE list_id = ?', [id])
    return id
  }

  const campaign = (fields: object) => ({ name: 'Promoção', message1: 'Oi', whatsappId: 1, ...fields })
  const create = async (fields: object) => (await ana.post('/campaigns', campaign(fields))).body
  const start = (fields: object) => create({ scheduledAt: at().toISOString(), ...fields })
  const find = async (id: number) => (await ana.get(`/campaigns/${id}`)).body
  const recipients = async (id: number, query = '') =>
    (await ana.get(`/campaigns/${id}/recipients${query}`)).body.records
  const settings = (given: object) => ana.post('/campaign-settings', { settings: given })

  const sent = () =>
    listMessageRows(world)
      .filter(({ fromMe }) => fromMe)
      .map(({ body, createdAt }) => ({ body, at: createdAt }))

  const answer = (person: number, text: string) => receive(world, 1, messageEvent({ phone: phoneOf(person), text }))

  await settings({ messageInterval: 0, longerIntervalAfter: 0 })
  const { pass, deliver } = createTimePassage(world)
  return { world, ana, at, pass, deliver, addList, create, start, find, recipients, settings, sent, answer, phoneOf }
}

export type Campaigns = Awaited<ReturnType<typeof createCampaigns>>

/** As `createCampaigns`, anew for each test of the file. */
export function useCampaigns(): Campaigns {
  const campaigns = {} as Campaigns
  beforeEach(async () => void Object.assign(campaigns, await createCampaigns()))
  afterEach(() => campaigns.world.stop())
  return campaigns
}

const phoneOf = (person: number) => `5511${970_000_000 + person}`

function createTimePassage(world: World) {
  const { channel } = createFakeChannel()
  const nowMs = () => world.ctx(1).now.getTime()
  // A test may close and open the company's file.
  const isExpanding = () =>
    world
      .ctx(1)
      .company.sqlite.query("SELECT 1 FROM job WHERE kind = 'campaign.expand' AND given_up = 0 AND run_at <= ?")
      .get(nowMs())

  const deliver = () => sendOutbox(() => world.ctx(1), 1, channel)

  /** Runs due jobs. Recipients are determined within a time budget, so that a slow machine needs more runs. */
  async function work() {
    do await world.runJobs(1)
    while (isExpanding())
  }

  return {
    deliver,
    async pass(seconds: number, { step = 5, sends = true } = {}) {
      const endMs = nowMs() + seconds * secondMs
      while (nowMs() < endMs) {
        await work()
        if (sends) await deliver()
        world.setTime(new Date(Math.min(endMs, nowMs() + step * secondMs)))
      }
      await work()
      if (sends) await deliver()
    },
  }
}
