import { rmSync } from 'node:fs'
import { until } from '../../whatsapp/whatsapp-world'
import { type CapacityBox, startCapacityBox } from './capacity-box'
import { agentsOfCompany, makeCapacityCompanies, readCompany } from './capacity-companies'
import {
  type CapacityLoad,
  type CapacityRate,
  type CapacityResult,
  createCapacityLoad,
  type SentLoad,
} from './capacity-load'
import { profileRows } from './capacity-profile'
import { checkSideWork, planSideWork, secondsBetweenQuestions, startSideWork } from './capacity-side-work'
import { openDesks, openScreens, pairLines } from './capacity-work'
import type { Row } from '../rows'

const stated = { known: 500, withLine: 200, inbound: 300, secondsBetweenAnswers: 20, secondsBetweenPages: 200 }
const limits = { callsP99Ms: 50, screensP99Ms: 100, gapMs: 50, rssMegabytes: 1200 }
/** Fractions of the required load, in sequence until a limit is exceeded. */
const steps = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4]
const stepSeconds = 20

/** Every connection is paired; contacts, agents, pages, a campaign, webhooks and bots act. `share` scales it, `seconds` is its length. */
export async function* capacityRows(dataDir: string, share = 1, seconds = 300, profile?: string): AsyncGenerator<Row> {
  const withLine = Math.max(1, Math.round(stated.withLine * share))
  const companies = await makeCapacityCompanies(dataDir, { known: Math.round(stated.known * share), withLine })
  const box = await startCapacityBox(dataDir)
  try {
    const agents = companies.signedOut
    await companies.signIn(agents)
    const startedMs = performance.now()
    const admins = agents.filter(({ userId }) => userId === 1)
    await pairLines(box, admins)
    const desks = await openDesks(box, dataDir, agents)
    await companies.signIn(desks)
    const sideWork = planSideWork(admins, share, seconds)
    const botContacts = await startSideWork(box, sideWork)
    const load = createCapacityLoad(box, { desks, botContacts })
    const close = await openScreens(box, desks, load.noteShown)
    const setUp = Math.round((performance.now() - startedMs) / 1000)
    const people = `${withLine} lines, ${withLine * agentsOfCompany} agents`
    yield { what: `capacity: ${people} paired, signed in and at their screens`, goal: '', result: `${setUp} s` }
    const rate = { ...rateOf(share), questions: botContacts.length / secondsBetweenQuestions }
    await load.run(rate, Math.min(10, seconds))
    if (profile) await box.profile(profile)
    const result = await load.run(rate, seconds)
    yield* steadyRows(result, rate, seconds)
    if (profile) {
      await box.profile(profile)
      yield* profileRows(profile, result.mainMs, rate.inbound * seconds)
    }
    yield await checkRow(load, dataDir, box)
    const beside = `${sideWork.webhooks.length} companies with webhooks, ${sideWork.bots.length} with a bot, one with a campaign`
    const checked = await checkSideWork(box, dataDir, sideWork, load.sent)
    yield { what: `capacity: ${beside}`, goal: 'none lost or doubled', result: checked }
    if (!profile) yield await breakRow(load, rate)
    close()
  } finally {
    await box.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function rateOf(share: number): Omit<CapacityRate, 'questions'> {
  const agents = stated.withLine * agentsOfCompany * share
  return {
    inbound: stated.inbound * share,
    answers: agents / stated.secondsBetweenAnswers,
    pages: agents / stated.secondsBetweenPages,
  }
}

function* steadyRows(
  result: CapacityResult,
  { inbound, answers, pages, questions }: CapacityRate,
  seconds: number,
): Generator<Row> {
  const load = `${Math.round(inbound)} inbound, ${Math.round(answers)} answers, ${Math.round(pages)} pages, ${Math.round(questions)} questions a second`
  const { calls, screens, rssMegabytes } = result
  const row = (what: string, goal: string, measured: string) => ({ what: `capacity: ${what}`, goal, result: measured })
  yield row(`calls at ${load} for ${seconds} s`, `p99 < ${limits.callsP99Ms} ms`, describe(calls))
  yield row(
    'a message from the contact’s phone to the agent’s screen',
    `p99 < ${limits.screensP99Ms} ms`,
    describe(screens),
  )
  yield row('pages rendered with their data', '', `p50 ${result.pages.p50Ms} ms, p99 ${result.pages.p99Ms} ms`)
  const gap = `${result.longestGapMs} ms, ${result.longestOwnGapMs} ms without waiting for a processor`
  yield row('longest gap of the event loop', `< ${limits.gapMs} ms`, gap)
  const waits = `its main thread waited for one ${Math.round(result.waitShare * 100)} % of the time`
  const cpu = `${Math.round(result.cpuMs / 10 / seconds)} % of a processor, ${waits}`
  const perMessage = (ms: number) => (ms / (inbound * seconds)).toFixed(2)
  yield row(
    'processor time per inbound message with all beside it',
    '',
    `${perMessage(result.cpuMs)} ms, ${perMessage(result.mainMs)} ms of it on the main thread`,
  )
  const memory = `${rssMegabytes.before} MB before, ${rssMegabytes.after} MB after, ${cpu}`
  yield row('memory', `< ${limits.rssMegabytes} MB, flat`, memory)
  if (result.failures.length > 0) yield row('failures', '0', summary(result.failures))
}

const describe = ({ perSecond, p50Ms, p99Ms }: { perSecond: number; p50Ms: number; p99Ms: number }) =>
  `p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${perSecond}/s`

function summary(failures: readonly string[]) {
  const counts = new Map<string, number>()
  for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1)
  return [...counts].map(([failure, times]) => `${times} × ${failure}`).join('; ')
}

/** Verifies that each message of a contact is stored once and each reply arrived once. */
async function checkRow(load: CapacityLoad, dataDir: string, box: CapacityBox): Promise<Row> {
  const companyIds = [...new Set(load.sent.inbound.concat(load.sent.answers).map(({ desk }) => desk.companyId))]
  const waiting = () =>
    companyIds.some(
      (id) =>
        readCompany<{ n: number }>(dataDir, id, 'SELECT count(*) AS n FROM message WHERE ack = 0 AND from_me')[0]?.n,
    )
  await until(() => !waiting() && load.notShown() === 0, 'everything sent', 60_000, 500).catch(() => {})
  const stored = new Map<string, number>()
  for (const id of companyIds) {
    const rows = readCompany<{ body: string; number: string }>(
      dataDir,
      id,
      `SELECT m.body, c.number FROM message m JOIN ticket t ON t.id = m.ticket_id JOIN contact c ON c.id = t.contact_id
       WHERE NOT m.from_me`,
    )
    for (const { body, number } of rows) note(stored, `${number} ${body}`)
  }
  const received = await readInboxes(box, load.sent)
  const [inbound, answers] = [compare(load.sent.inbound, stored), compare(load.sent.answers, received)]
  const result = `${inbound.lost} and ${answers.lost} lost, ${inbound.doubled} and ${answers.doubled} doubled`
  const what = `capacity: of ${load.sent.inbound.length} messages and ${load.sent.answers.length} answers`
  return { what, goal: 'none lost or doubled', result: `${result}, ${load.notShown()} not seen on a screen` }
}

async function readInboxes(box: CapacityBox, { answers }: SentLoad) {
  const received = new Map<string, number>()
  for (const number of new Set(answers.map(({ desk }) => desk.contact))) {
    const inbox = await box.whatsapp<{ text?: string }[]>('inbox', { number })
    for (const { text = '' } of inbox) note(received, `${number} ${text}`)
  }
  return received
}

const note = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

function compare(sent: SentLoad['inbound'], found: ReadonlyMap<string, number>) {
  const counts = sent.map(({ desk, body }) => found.get(`${desk.contact} ${body}`) ?? 0)
  return { lost: counts.filter((n) => n === 0).length, doubled: counts.filter((n) => n > 1).length }
}

/** Finds the first step that exceeds a limit. Other work on the machine causes gaps, so only the process's own count. */
async function breakRow(load: CapacityLoad, rate: CapacityRate): Promise<Row> {
  const what = 'capacity: the first load at which a limit is passed'
  for (const step of steps) {
    const { inbound, answers, pages } = rate
    const scaled = { ...rate, inbound: inbound * step, answers: answers * step, pages: pages * step }
    const result = await load.run(scaled, stepSeconds)
    const passed = [
      result.calls.p99Ms > limits.callsP99Ms && `calls p99 ${result.calls.p99Ms} ms`,
      result.screens.p99Ms > limits.screensP99Ms && `screens p99 ${result.screens.p99Ms} ms`,
      result.longestOwnGapMs > limits.gapMs && `gap ${result.longestOwnGapMs} ms`,
      result.rssMegabytes.after > limits.rssMegabytes && `${result.rssMegabytes.after} MB`,
      result.failures.length > 0 && summary(result.failures),
    ].filter((one) => one !== false)
    if (passed.length > 0) return { what, goal: '', result: `${step} times: ${passed.join(', ')}` }
  }
  return { what, goal: '', result: `above ${steps.at(-1)} times` }
}
