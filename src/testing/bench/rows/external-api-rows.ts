import * as v from 'valibot'
import type { Channel } from '../../../channel/channel'
import { SendExternalMessageBody } from '../../../external-api/external-message.contract'
import { sendExternalMessage } from '../../../external-api/send-external-message'
import { createWorld } from '../../world/world'
import { percentiles, startProcessorTime } from '../load'
import type { Row } from '../rows'

const requests = 10_000
const contacts = 500
const inFlight = 16

/** Measures the send API below HTTP, whose limit per token is far lower. */
export async function* externalApiRows(): AsyncGenerator<Row> {
  const world = await createWorld()
  const channel: Partial<Channel> = {
    checkNumbers: async (numbers) => numbers.map((value) => ({ addresses: [{ kind: 'phone', value }] })),
  }
  world.ports.connections = { ...world.ports.connections, channel: () => channel as Channel }
  world.watch(false)
  const times: number[] = []
  let next = 0

  async function client() {
    while (next < requests) {
      const index = next++
      const number = String(5511970000000 + (index % contacts))
      const started = performance.now()
      const body = v.parse(SendExternalMessageBody, { number, body: `Pedido ${index}` })
      const access = { ctx: world.ctx(1), holderId: 1, scopes: ['messages:send' as const], connectionIds: [1] }
      await sendExternalMessage(access, body, { key: String(index), hash: 'bench' })
      times.push(performance.now() - started)
      if (index % inFlight === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  try {
    const started = performance.now()
    const spentMs = startProcessorTime()
    await Promise.all(Array.from({ length: inFlight }, client))
    const perSecond = Math.round((requests / (performance.now() - started)) * 1000)
    const microseconds = Math.round((spentMs() * 1000) / requests)
    const { p99Ms } = percentiles(times)
    const result = `${perSecond.toLocaleString('en')}/s, p99 ${p99Ms} ms, ${microseconds} µs of processor time`
    yield { what: 'messages accepted by the send API, one connection', goal: '≥ 2,000/s, p99 < 20 ms', result }
  } finally {
    world.stop()
  }
}
