import type { Measured } from './loop-meter'
import type { CapacityBox } from './capacity-box'
import { bearer, type BotContact, type Desk, shopOf } from './capacity-work'
import { percentiles } from '../load'

export interface CapacityRate {
  inbound: number
  /** An agent opens the conversation and replies. */
  answers: number
  pages: number
  /** A contact writes to a bot. */
  questions: number
}

interface People {
  desks: readonly Desk[]
  botContacts: readonly BotContact[]
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

export interface SentLoad {
  inbound: { desk: Desk; body: string }[]
  answers: { desk: Desk; body: string }[]
  questions: { contact: string; body: string }[]
}

export type CapacityLoad = ReturnType<typeof createCapacityLoad>

/** Generates load at a steady rate, whether or not the product keeps up. */
export function createCapacityLoad(box: CapacityBox, people: People) {
  const work = createCapacityWork(box, people)
  let inFlight = 0

  function start(run: () => Promise<void>) {
    const { failures } = work.samples()
    if (inFlight >= inFlightMax) return void failures.push('too much in flight')
    inFlight++
    void run()
      .catch((error: unknown) => failures.push(String(error)))
      .finally(() => inFlight--)
  }

  async function generate(rate: CapacityRate, seconds: number) {
    const kinds = [
      { perTick: (rate.inbound * tickMs) / 1000, run: work.contactWrites, due: 0 },
      { perTick: (rate.answers * tickMs) / 1000, run: work.agentAnswers, due: 0 },
      { perTick: (rate.pages * tickMs) / 1000, run: work.agentLoadsPage, due: 0 },
      { perTick: (rate.questions * tickMs) / 1000, run: work.contactAsksBot, due: 0 },
    ]
    const startedMs = performance.now()
    for (let tick = 1; tick * tickMs <= seconds * 1000; tick++) {
      for (const kind of kinds) for (kind.due += kind.perTick; kind.due >= 1; kind.due--) start(kind.run)
      await Bun.sleep(Math.max(0, startedMs + tick * tickMs - performance.now()))
    }
    return startedMs
  }

  return {
    sent: work.sent,
    noteShown: work.noteShown,
    notShown: work.notShown,
    async run(rate: CapacityRate, seconds: number): Promise<CapacityResult> {
      const samples = work.startSamples()
      const before = await box.rssMegabytes()
      await box.measure()
      const startedMs = await generate(rate, seconds)
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

function createCapacityWork(box: CapacityBox, { desks, botContacts }: People) {
  const sent: SentLoad = { inbound: [], answers: [], questions: [] }
  const awaited = new Map<string, (shownMs: number) => void>()
  let count = 0
  let samples = createSamples()

  const someDesk = () => desks[Math.floor(Math.random() * desks.length)] as Desk
  const keyOf = (desk: Desk, body: string) => `${desk.contact} ${body}`

  async function call(path: string, desk: Desk, body?: object) {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    await fetchTimed(box.url + path, samples.calls, { ...init, headers: bearer(desk) })
  }

  return {
    sent,
    samples: () => samples,
    startSamples: () => (samples = createSamples()),
    noteShown(desk: Desk, body: string) {
      const key = keyOf(desk, body)
      awaited.get(key)?.(performance.now())
      awaited.delete(key)
    },
    notShown: () => awaited.size,
    async contactWrites() {
      const desk = someDesk()
      const body = `Pergunta ${++count}`
      const { screens } = samples
      const startedMs = performance.now()
      awaited.set(keyOf(desk, body), (shownMs) => screens.push(shownMs - startedMs))
      await box.whatsapp('say', { number: desk.contact, to: desk.shop, text: body })
      sent.inbound.push({ desk, body })
    },
    async agentAnswers() {
      const desk = someDesk()
      const body = `Resposta ${++count}`
      await call(`/messages/${desk.ticketId}?pageNumber=1`, desk)
      await call(`/messages/${desk.ticketId}`, desk, { body })
      sent.answers.push({ desk, body })
    },
    /** They take turns, so that nobody writes again before the answer. */
    async contactAsksBot() {
      const { companyId, number } = botContacts[sent.questions.length % botContacts.length] as BotContact
      const body = `Dúvida ${++count}`
      sent.questions.push({ contact: number, body })
      await box.whatsapp('say', { number, to: shopOf(companyId), text: body })
    },
    async agentLoadsPage() {
      const headers = { accept: 'text/html', cookie: `recado_session=${someDesk().cookie}` }
      await fetchTimed(`${box.url}/tickets`, samples.pages, { headers })
    },
  }
}

async function fetchTimed(url: string, times: number[], init: RequestInit) {
  const startedMs = performance.now()
  const answer = await fetch(url, init)
  await answer.arrayBuffer()
  times.push(performance.now() - startedMs)
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`)
}

function createSamples() {
  return { calls: [] as number[], pages: [] as number[], screens: [] as number[], failures: [] as string[] }
}
