import { afterEach, beforeEach, expect, test } from 'bun:test'
import { composeConnections } from '../../../compose'
import { graphPages, graphPeople } from '../../../testing/services/graph-server/page-state'
import { createPageWorld, type PageWorld } from '../../../testing/whatsapp/page-world'
import { until } from '../../../testing/whatsapp/whatsapp-world'

const [aurora] = graphPages as [(typeof graphPages)[0] & { instagram: { id: string } }]
const [marta, nuno, iara] = graphPeople as [P, P, P]
type P = (typeof graphPeople)[0]

let world: PageWorld
const start = new Date('2026-11-29T12:00:00Z')
beforeEach(async () => {
  world = await createPageWorld({ world: { now: start } })
})
afterEach(() => world.stop())

const bodies = () => world.rows('SELECT body FROM message ORDER BY created_at').map((row) => row['body'] as string)
const asked = { enableImportMessage: true, importOldMessages: '2026-11-01', queueIdImportMessages: 1 }
const pageCalls = () => world.graph.calls.filter(({ line }) => line.endsWith('/conversations'))
const importOf = async (id: number) => (await (await world.as(world.ana)).get(`/whatsapp/${id}`)).body.messageImport

function said(id: string, day: number, from: P | 'us', text: string, own: object = {}) {
  const [us, them] = [{ id: aurora.id, name: aurora.name }, from === 'us' ? marta : from]
  const person = { id: them.id, name: `${them.firstName} ${them.lastName}` }
  const [sender, other] = from === 'us' ? [us, person] : [person, us]
  const at = `2026-11-${String(day).padStart(2, '0')}T10:00:00+0000`
  return { id, created_time: at, from: sender, to: { data: [other] }, message: text, ...own }
}

const conversation = (id: string, day: number, messages: object[]) => ({
  id,
  updated_time: `2026-11-${String(day).padStart(2, '0')}T10:00:00+0000`,
  messages: messages as Record<string, unknown>[],
})

/** Lets the minutes pass, and the job go on. */
async function pass(minutes: number, now: Date) {
  const later = new Date(now.getTime() + minutes * 60_000)
  world.setTime(later)
  world.rows("UPDATE job SET run_at = 0 WHERE kind = 'connection.messageImport'")
  await world.runJobs(1)
  return later
}

test('a rate limit pauses an import for as long as Meta says, and a new process goes on where it was', async () => {
  // The new process starts the connections of all companies.
  world.noBystander()
  world.graph.state.pages.past.set(aurora.id, [
    conversation('t_1', 27, [said('m_1', 27, marta, 'primeira')]),
    conversation('t_2', 26, [said('m_2', 26, nuno, 'segunda')]),
    conversation('t_3', 25, [said('m_3', 25, marta, 'terceira')]),
  ])
  const [id = 0] = await world.linkAll()
  await (await world.as(world.ana)).put(`/whatsapp/${id}`, asked)
  await until(() => bodies().includes('primeira'), 'the first conversation')
  // "Rate Limits", developers.facebook.com/docs/graph-api/overview/rate-limiting: error 80006 of Messenger, and the header in minutes.
  const usage = { call_count: 100, total_cputime: 12, total_time: 9, type: 'messenger' }
  const header = { [aurora.id]: [{ ...usage, estimated_time_to_regain_access: 19 }] }
  world.graph.fail({
    status: 400,
    code: 80_006,
    only: /conversations/,
    message: 'There have been too many calls to this Page account.',
    headers: { 'x-business-use-case-usage': JSON.stringify(header) },
  })
  await until(async () => (await importOf(id)).resumesAt !== null, 'the pause')
  expect(await importOf(id)).toMatchObject({ state: 'running', this: 1, resumesAt: '2026-11-29T12:19:00.000Z' })
  const calls = pageCalls().length
  let now = await pass(18, start)
  await Bun.sleep(700)
  expect([pageCalls().length, await importOf(id)]).toMatchObject([calls, { state: 'running', error: '' }])
  world.graph.recover()
  await world.connections.stop()
  const next = composeConnections(world.platform, { supervisor: { startGapMs: 0 } })
  await next.boot()
  await until(() => next.channel(1, id) !== undefined, 'the next process')
  now = await pass(1, now)
  await until(() => bodies().length === 3, 'the other conversations')
  expect(
    pageCalls()
      .slice(calls)
      .map(({ query }) => query['after']),
  ).toEqual(['1', '2'])
  await until(() => world.rows('SELECT 1 FROM history_notice').length === 0, 'the end')
  await pass(2, now)
  expect(await importOf(id)).toMatchObject({ state: 'done', this: 3, error: '', resumesAt: null })
  await next.stop()
})

test('what Meta refuses for good is said, and what was read stays', async () => {
  const past = [1, 2].map((at) => conversation(`t_${at}`, 28 - at, [said(`m_${at}`, 28 - at, marta, `n${at}`)]))
  world.graph.state.pages.past.set(aurora.id, past)
  const [id = 0] = await world.linkAll()
  await (await world.as(world.ana)).put(`/whatsapp/${id}`, asked)
  await until(() => bodies().length === 1, 'the first conversation')
  world.graph.fail({ status: 400, code: 100, only: /conversations/, message: 'Unsupported request' })
  let now = start
  const refused = () => world.rows('SELECT attempts FROM history_notice')[0]?.['attempts']
  for (let attempt = 1; attempt <= 5; attempt++) {
    await until(() => refused() === attempt, `refusal ${attempt}`)
    now = await pass(6, now)
  }
  await until(() => refused() === undefined, 'the end after six refusals')
  await pass(6, now)
  expect(await importOf(id)).toMatchObject({ state: 'done', this: 1, error: 'Unsupported request' })
})

test('of Instagram only what Meta tells is imported; stories, shared posts and stickers as they are shown otherwise', async () => {
  const account = aurora.instagram
  const of = (id: string, text: string, own: object = {}) => ({
    id,
    created_time: '2026-11-20T10:00:00+0000',
    from: { id: iara.id, username: 'iara.souza' },
    to: { data: [{ id: account.id, username: account.username }] },
    message: text,
    ...own,
  })
  const story = { mention: { link: 'https://lookaside.fbsbx.com/s', id: '1' } }
  const sticker = { id: 'a1', image_data: { url: `${world.graph.url}/page-files/s.png`, render_as_sticker: true } }
  const messages = [
    of('g_0', 'Que lindo', { story }),
    of('g_1', '', { shares: { data: [{ link: 'https://www.instagram.com/p/1' }] } }),
    of('g_2', '', { attachments: { data: [sticker] } }),
    of('g_3', '', { is_unsupported: true }),
    ...Array.from({ length: 26 }, (_, index) => of(`g_${index + 4}`, `n${index + 4}`)),
  ]
  world.graph.state.pages.past.set(account.id, [
    conversation('t_1', 20, messages),
    conversation('t_2', 19, [of('h_1', 'outra conversa')]),
  ])
  const [, id = 0] = await world.linkAll()
  await (await world.as(world.ana)).put(`/whatsapp/${id}`, asked)
  await until(() => bodies().includes('outra conversa'), 'the second conversation')
  const rows = world.rows('SELECT provider_id AS id, body, media_type AS kind, data FROM message ORDER BY id')
  expect(rows).toHaveLength(21)
  const shown = (name: string) => rows.find((row) => row['id'] === name)
  expect(JSON.parse(shown('g_0')?.['data'] as string)).toMatchObject({ referral: { of: 'story' } })
  expect([shown('g_1')?.['body'], shown('g_2')?.['kind']]).toEqual(['https://www.instagram.com/p/1', 'sticker'])
  expect(world.rows("SELECT name FROM contact WHERE channel = 'instagram'")).toEqual([{ name: 'iara.souza' }])
})
