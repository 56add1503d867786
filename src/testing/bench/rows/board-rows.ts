import { bearer, describe, idsOfTab } from './http-rows'
import { load } from '../load'
import type { BenchTarget, Row } from '../rows'

const lanes = 20
const cards = 5000

/** The board of 20 lanes and 5,000 tickets. It puts them there, so it runs on disposable data. */
export async function* boardRows(target: BenchTarget): AsyncGenerator<Row> {
  const headers = bearer(target, 0)
  const call = (method: string, path: string, body?: object) =>
    fetch(target.url + path, { method, headers, body: body && JSON.stringify(body) })
  const laneIds: number[] = []
  for (let index = 0; index < lanes; index++) {
    const answer = await call('POST', '/tags', { name: `Etapa ${index + 1}`, kanban: 1 })
    laneIds.push(((await answer.json()) as { id: number }).id)
  }
  const tickets = [...(await idsOfTab(target, 'open', cards)), ...(await idsOfTab(target, 'pending', cards))]
  const moved = tickets.slice(0, cards)
  const move = await load(moved.length, 16, (index) =>
    call('PUT', `/ticket-tags/${moved[index]}/${laneIds[index % lanes]}`),
  )
  yield { what: `moving a ticket into a lane, 16 at once, ${moved.length} tickets`, goal: '', result: describe(move) }
  const board = await load(100, 1, () => call('GET', '/tickets/kanban'))
  yield { what: `board of ${lanes} lanes and ${moved.length} tickets`, goal: 'p99 < 100 ms', result: describe(board) }
  const lane = await load(300, 1, (index) => call('GET', `/tickets/kanban?lane=${laneIds[index % lanes]}`))
  yield { what: 'one lane of it', goal: '', result: describe(lane) }
}
