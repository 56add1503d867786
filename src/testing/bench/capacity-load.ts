import type { Measured } from '../loop-meter'
import type { CapacityBox } from './capacity-box'
import { bearer, type Desk } from './capacity-work'
import { percentiles } from './load'

/** The load per second. */
export interface CapacityRate {
  inbound: number
  /** An agent opens the conversation and replies. */
  answers: number
  pages: number
}

export interface CapacityResult extends Measured {
  calls: { p50Ms: number; p99Ms: number; perSecond: number }
  pages: { p50Ms: number; p99Ms: number }
  screens: { p50Ms: number; p99Ms: number; perSecond: number }
  rssMegabytes: { before: number; after: number }
  failures: string[]
}

const tickMs = 20
/** With more in flight the product does not keep up, and further messages are not sent. */
const inFlightMax = 2000

/** All messages sent, to verify at the end. */
export interface SentLoad {
  inbound: { desk: Desk; body: string }[]
  answers: { desk: Desk; body: string }[]
}

export type CapacityLoad = ReturnType<typeof createCapacityLoad>

/** Generates load at a steady rate, whether or not the product keeps up. */
export function createCapacityLoad(box: CapacityBox, desks: readonly Desk[]) {
  const said: SentLoad = { inbound: [], answers: [] }
  const heardAt = new Map<string, (atMs: number) => void>()
  let count = 0
  let inFlight = 0
  let sampled = createSamples()

  const start = (work: () => Promise<void>) => {
    if (inFlight >= inFlightMax) return void sampled.failures.push('too much in flight')
    inFlight++
    void work()
      .catch((error: unknown) => sampled.failures.push(String(error)))
      .finally(() => inFlight--)
  }
  const someDesk = () => desks[Math.floor(Math.random() * desks.length)] as Desk

  async function contactWrites() {
    const desk = someDesk()
    const body = `Pergunta ${++count}`
    const { screens } = sampled
    const startedMs = performance.now()
    heardAt.set(`${desk.contact} ${body}`, (atMs) => screens.push(atMs - startedMs))
    await box.whatsapp('say', { number: desk.contact, to: desk.shop, text: body })
    said.inbound.push({ desk, body })
  }

  async function call(path: string, desk: Desk, body?: object) {
    const { calls } = sampled
    const startedMs = performance.now()
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const answer = await fetch(box.url + path, { ...init, headers: bearer(desk) })
    await answer.arrayBuffer()
    calls.push(performance.now() - startedMs)
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  }

  async function agentAnswers() {
    const desk = someDesk()
    const body = `Resposta ${++count}`
    await call(`/messages/${desk.ticketId}?pageNumber=1`, desk)
    await call(`/messages/${desk.ticketId}`, desk, { body })
    said.answers.push({ desk, body })
  }

  async function agentLoadsPage() {
    const desk = someDesk()
    const { pages } = sampled
    const startedMs = performance.now()
    const headers = { accept: 'text/html', cookie: `recado_session=${desk.cookie}` }
    const answer = await fetch(`${box.url}/tickets`, { headers })
    await answer.arrayBuffer()
    pages.push(performance.now() - startedMs)
    if (!answer.ok) throw new Error(`The page was answered ${answer.status}`)
  }

  return {
    said,
    hear(desk: Desk, body: string) {
      const key = `${desk.contact} ${body}`
      heardAt.get(key)?.(performance.now())
      heardAt.delete(key)
    },
    /** Messages sent but not yet seen on their agent's screen. */
    unheard: () => heardAt.size,
    async run(rate: CapacityRate, seconds: number): Promise<CapacityResult> {
      sampled = createSamples()
      const samples = sampled
      const before = await box.rssMegabytes()
      await box.measure()
      const work = [
        { perTick: (rate.inbound * tickMs) / 1000, run: contactWrites, due: 0 },
        { perTick: (rate.answers * tickMs) / 1000, run: agentAnswers, due: 0 },
        { perTick: (rate.pages * tickMs) / 1000, run: agentLoadsPage, due: 0 },
      ]
      const startedMs = performance.now()
      for (let tick = 1; tick * tickMs <= seconds * 1000; tick++) {
        for (const one of work) for (one.due += one.perTick; one.due >= 1; one.due--) start(one.run)
        await Bun.sleep(Math.max(0, startedMs + tick * tickMs - performance.now()))
      }
      const measured = await box.measure()
      const after = await box.rssMegabytes()
      const lasted = (performance.now() - startedMs) / 1000
      const rated = (times: number[]) => ({ ...percentiles(times), perSecond: Math.round(times.length / lasted) })
      return {
        ...measured,
        calls: rated(samples.calls),
        pages: percentiles(samples.pages),
        screens: rated(samples.screens),
        rssMegabytes: { before: Math.round(before), after: Math.round(after) },
        failures: samples.failures,
      }
    },
  }
}

function createSamples() {
  return { calls: [] as number[], pages: [] as number[], screens: [] as number[], failures: [] as string[] }
}
