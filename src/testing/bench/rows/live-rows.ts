import { connectLive } from '../../world/live-client'
import { bearer } from './http-rows'
import { percentiles } from '../load'
import type { BenchTarget, Row } from '../rows'

const agents = 1000
const rounds = 30

/** Measures from the start of the reply to each agent's socket: the delay of a new message on a thousand screens. */
export async function* liveRows(target: BenchTarget): AsyncGenerator<Row> {
  await setProfiles(target, 'admin')
  const clients = await connectAll(target)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(...(await oneMessage(target, clients, round)))
  for (const client of clients) client.close()
  await setProfiles(target, 'user')
  const { p50Ms, p99Ms } = percentiles(times)
  yield {
    what: `a new message to ${agents} connected agents`,
    goal: 'p99 < 60 ms',
    result: `p50 ${p50Ms} ms, p99 ${p99Ms} ms`,
  }
}

type Client = Awaited<ReturnType<typeof connectLive>>

/** Connects admin screens, which receive everything: twenty tabs for each user of the company. */
async function connectAll(target: BenchTarget): Promise<Client[]> {
  const clients: Client[] = []
  while (clients.length < agents) {
    const some = target.sessions.map(({ token }) => connectLive(target.liveUrl, token, null))
    clients.push(...(await Promise.all(some)))
  }
  return clients
}

async function setProfiles(target: BenchTarget, profile: 'admin' | 'user') {
  for (let id = 2; id <= target.sessions.length; id++) {
    const answer = await fetch(`${target.url}/users/${id}`, {
      method: 'PUT',
      headers: bearer(target, 0),
      body: JSON.stringify({ profile }),
    })
    if (!answer.ok) throw new Error(`User ${id} was answered ${answer.status}: ${await answer.text()}`)
  }
}

async function oneMessage(target: BenchTarget, clients: Client[], round: number) {
  const body = `rodada ${round} ${crypto.randomUUID()}`
  const started = performance.now()
  const received = clients.map(async (client) => {
    await client.next((frame) => frame.event.endsWith('-appMessage') && frame.data?.['message']?.body === body)
    return performance.now() - started
  })
  const answer = await fetch(`${target.url}/messages/50000`, {
    method: 'POST',
    headers: bearer(target, 0),
    body: JSON.stringify({ body }),
  })
  if (!answer.ok) throw new Error(`Sending was answered ${answer.status}: ${await answer.text()}`)
  const times = await Promise.all(received)
  for (const client of clients) client.frames.length = 0
  return times
}
