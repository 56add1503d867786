import { addListItem } from '../../../contact-list/add-list-item'
import { sendToRecipient } from '../../../campaign/run/send-to-recipient'
import { jobHandlers } from '../../../domains'
import { startJobLoop } from '../../../kernel/job/job-loop'
import { createCampaigns, type Campaigns, mondayAtTen } from '../../campaign/campaigns'
import { percentiles, startProcessorTime } from '../load'
import type { Row } from '../rows'

const people = 100_000
const itemsAtOnce = 500
const sends = 1000
/** The 99th percentile of a hundred would be the first, which compiles. */
const reads = 500
const dayMs = 86_400_000

/** Contact lists and campaigns with a hundred thousand contacts, in this process. */
export async function* campaignRows(): AsyncGenerator<Row> {
  const campaigns = await createCampaigns()
  try {
    const listId = await fillList(campaigns)
    yield* listRows(campaigns, listId)
    const id = await startCampaign(campaigns, listId)
    yield await expansion(campaigns, id)
    yield stepCost(campaigns, id)
    yield await report(campaigns, id)
  } finally {
    campaigns.world.stop()
  }
}

async function fillList({ ana, world }: Campaigns): Promise<number> {
  const { id } = (await ana.post('/contact-lists', { name: 'Todos' })).body
  const ctx = world.ctx(1)
  const names = ['Maria', 'João', 'Ana', 'Pedro', 'Rosa', 'Bento', 'Caio', 'Duda', 'Elis', 'Fábio']
  const nameOf = (person: number) => `${names[person % 10]} ${names[Math.floor(person / 10) % 10]} Silva ${person}`
  for (let from = 0; from < people; from += itemsAtOnce) {
    ctx.transaction(() => {
      for (let person = from; person < from + itemsAtOnce; person++) {
        addListItem(ctx, id, { name: nameOf(person), number: `5511${900_000_000 + person}`, email: '', extra: {} })
      }
    })
  }
  ctx.company.sqlite.run('UPDATE contact_list_item SET is_valid = 1')
  return id
}

async function timed(times: number, task: () => Promise<unknown>) {
  const all: number[] = []
  const processor: number[] = []
  for (let time = 0; time < times; time++) {
    const at = performance.now()
    const spentMs = startProcessorTime()
    await task()
    processor.push(spentMs())
    all.push(performance.now() - at)
  }
  const [{ p99Ms }, spent] = [percentiles(all), percentiles(processor)]
  return `p99 ${p99Ms} ms (processor time: median ${spent.p50Ms} ms, p99 ${spent.p99Ms} ms)`
}

async function* listRows({ ana }: Campaigns, listId: number): AsyncGenerator<Row> {
  const path = `/contact-list-items?contactListId=${listId}`
  const page = await timed(reads, () => ana.get(path))
  const search = await timed(reads, () => ana.get(`${path}&searchParam=rosa duda`))
  yield {
    what: 'contact list of 100,000 people: a page, a search',
    goal: 'p99 < 20 ms, p99 < 50 ms',
    result: `${page}, ${search}`,
  }
}

async function startCampaign(campaigns: Campaigns, contactListId: number): Promise<number> {
  await campaigns.ana.post('/campaign-settings/connections', { whatsappId: 1, dailyLimit: 100_000 })
  return (await campaigns.start({ contactListId, message1: 'Oi {nome}, {{ms}}!', message2: 'Olá {nome}' })).id
}

async function expansion(campaigns: Campaigns, id: number): Promise<Row> {
  const { files, catalog, log } = campaigns.world.platform
  // Without the steps, which would send messages meanwhile.
  campaigns.world.ctx(1).company.sqlite.run("DELETE FROM job WHERE kind <> 'campaign.expand'")
  const started = performance.now()
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
  const others: number[] = []
  while (!(await campaigns.find(id)).isExpanded) {
    const at = performance.now()
    await campaigns.ana.get('/contacts')
    others.push(performance.now() - at)
    await Bun.sleep(5)
  }
  const seconds = (performance.now() - started) / 1000
  await loop.stop()
  return {
    what: 'campaign for 100,000 people: recipients made, other calls meanwhile',
    goal: '< 10 s, p99 < 50 ms',
    result: `${seconds.toFixed(1)} s, p99 ${percentiles(others).p99Ms} ms`,
  }
}

function stepCost(campaigns: Campaigns, id: number): Row {
  const ids = campaigns.world
    .ctx(1)
    .company.sqlite.query<{ id: number }, [number]>('SELECT id FROM campaign_shipping ORDER BY id LIMIT ?')
    .all(sends)
  let atMs = mondayAtTen.getTime()
  const spentMs = startProcessorTime()
  const all = ids.map((shipping) => {
    campaigns.world.setTime(new Date((atMs += 2000)))
    const ctx = campaigns.world.ctx(1)
    const at = performance.now()
    sendToRecipient(ctx, id, shipping.id)
    return performance.now() - at
  })
  const processorMs = (spentMs() / all.length).toFixed(2)
  campaigns.world.setTime(new Date(mondayAtTen.getTime() + dayMs))
  const mean = all.reduce((sum, ms) => sum + ms, 0) / all.length
  return {
    what: 'campaign: one message to a new contact, chosen, written and queued',
    goal: '< 2 ms',
    result: `${processorMs} ms of processor time, mean ${mean.toFixed(2)} ms, p99 ${percentiles(all).p99Ms} ms`,
  }
}

async function report(campaigns: Campaigns, id: number): Promise<Row> {
  const figures = await timed(reads, () => campaigns.find(id))
  const recipients = await timed(reads, () => campaigns.recipients(id))
  return {
    what: 'campaign report of 100,000 recipients: figures with forecast, a page of recipients',
    goal: 'p99 < 30 ms',
    result: `${figures}, ${recipients}`,
  }
}
