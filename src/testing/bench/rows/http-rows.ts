import { benchDay } from '../bench-company'
import { load, type LoadResult } from '../load'
import type { BenchTarget, Row } from '../rows'

const warmUp = 300

/** Measures over HTTP from another process, with sixteen parallel requests unless the row says otherwise. */
export async function* httpRows(target: BenchTarget): AsyncGenerator<Row> {
  const { floorUrl } = target
  const floor = await measured(4000, 16, () => fetch(floorUrl))
  yield { what: 'floor: a bare Elysia route', result: describe(floor), goal: '' }
  const measure = async (what: string, goal: string, total: number, atOnce: number, send: Send): Promise<Row> => {
    const result = await measured(total, atOnce, send)
    const share = (result.perSecond / floor.perSecond).toFixed(2)
    return { what, goal, result: `${describe(result)}, ${share} of the floor` }
  }
  const get = (path: string, as = 0) => fetch(target.url + path, { headers: bearer(target, as) })

  const tabs = ['status=open', 'status=pending', 'status=closed', 'status=open&showAll=true']
  yield await measure('any inbox tab, first page', 'p99 < 8 ms, ≥ 4,000/s', 6000, 16, (index) =>
    get(`/tickets?${tabs[index % tabs.length]}&pageNumber=1`, index % 50),
  )
  yield await measure('message text search over 1,000,000, a rare word', 'p99 < 15 ms', 400, 1, (index) =>
    get(`/tickets?status=search&searchOnMessages=true&searchParam=raro${(index % 900) * 1000}`),
  )
  yield await measure('message text search, a common word', 'p99 < 15 ms', 400, 1, (index) =>
    get(
      `/tickets?status=search&searchOnMessages=true&searchParam=${['pedido', 'entrega', 'boleto azul', 'obrig'][index % 4]}`,
    ),
  )
  yield await measure('opening a conversation', 'p99 < 5 ms', 1500, 1, (index) =>
    get(`/messages/${45_001 + ((index * 7) % 5000)}?pageNumber=1`),
  )
  yield await measure('contacts list', '≥ 2,000/s', 4000, 16, () => get('/contacts/?pageNumber=1'))
  yield await measure('contacts search', '≥ 2,000/s', 4000, 16, (index) =>
    get(`/contacts/?pageNumber=1&searchParam=${['azul', 'frete', '119100'][index % 3]}`),
  )
  // The last thirty days of the data, not before today.
  const days = `date_from=${benchDay(0)}&date_to=${benchDay(29)}`
  yield await measure('attendants report over 30 days', '< 15 ms', 300, 1, () => get(`/dashboard?${days}`))
  yield await measure('attendance report, a page of 50 out of 50,000 tickets', '< 50 ms', 100, 1, (index) =>
    get(`/ticketreport/reports?pageSize=50&${['', 'onlyRated=true', 'users=[1,2,3]', 'searchParam=azul'][index % 4]}`),
  )
  yield await measure('attendance panel of 50 agents', '< 100 ms', 200, 1, () => get('/usersMoments'))
  yield await measure('page rendered on the server with its data', 'p50 < 15 ms, p99 < 50 ms', 600, 1, (index) =>
    fetch(`${target.url}/tickets`, { headers: navigation(target, index % 50) }),
  )
}

type Send = (index: number) => Promise<Response>

async function measured(total: number, atOnce: number, send: Send) {
  await load(Math.min(warmUp, total), atOnce, send)
  return load(total, atOnce, send)
}

export const bearer = (target: BenchTarget, index: number) => ({
  authorization: `Bearer ${target.sessions[index]?.token}`,
  accept: 'application/json',
  'content-type': 'application/json',
})

const navigation = (target: BenchTarget, index: number) => ({
  accept: 'text/html',
  cookie: `recado_session=${target.sessions[index]?.cookie}`,
})

export function describe({ perSecond, p50Ms, p99Ms }: LoadResult) {
  return `${perSecond.toLocaleString('en')}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`
}

/** Changes the assignment of tickets, so it runs last and on disposable data. */
export async function* ticketRows(target: BenchTarget): AsyncGenerator<Row> {
  const pending = await idsOfTab(target, 'pending', 2200)
  const accept = await load(pending.length, 16, (index) =>
    fetch(`${target.url}/tickets/${pending[index]}`, {
      method: 'PUT',
      headers: bearer(target, 0),
      body: JSON.stringify({ status: 'open', userId: 1 }),
    }),
  )
  yield { what: 'accepting a ticket, 16 at once', goal: '≥ 3,000/s', result: describe(accept) }
  const create = await load(3000, 16, (index) =>
    fetch(`${target.url}/tickets`, {
      method: 'POST',
      headers: bearer(target, 0),
      body: JSON.stringify({ contactId: 10_000 + index, status: 'open', queueId: 1, whatsappId: 1 }),
    }),
  )
  yield { what: 'creating a ticket, 16 at once', goal: '≥ 3,000/s', result: describe(create) }
}

export async function idsOfTab(target: BenchTarget, tab: 'open' | 'pending', most: number) {
  const ids: number[] = []
  let cursor = ''
  while (ids.length < most) {
    const path = `/tickets?status=${tab}&showAll=true${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await fetch(target.url + path, { headers: bearer(target, 0) })
    const page = (await answer.json()) as { tickets: { id: number }[]; nextCursor: string | null }
    ids.push(...page.tickets.map((ticket) => ticket.id))
    if (!page.nextCursor) break
    cursor = page.nextCursor
  }
  return ids.slice(0, most)
}
