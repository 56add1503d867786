import { join } from 'node:path'
import type { InboundEvent } from '../../../channel/channel'
import { compose, shutdown } from '../../../compose'
import { fileInbound } from '../../../connection/inbox/file-inbound'
import { drainInbox, receiveInbound } from '../../../connection/inbox/inbox'
import { createContext } from '../../../kernel/company/company-context'
import { readConfig } from '../../../kernel/config/config'
import { createSocketHub } from '../../../kernel/live/live-hub'
import { interpretHistory } from '../../../message/inbound/receive-message'
import { interpretInbound, DeferredEvent } from '../../../message/inbound/interpret-inbound'
import { createAccessTokens } from '../../../platform/sign-in/access-token'
import type { Platform } from '../../../platform/platform'
import { startSession } from '../../../user/session/session'
import { serve } from '../../../serve'
import { percentiles, startProcessorTime } from '../load'
import type { Row } from '../rows'

const messages = 10_000
/** Like a provider's packets under load: filed one by one, interpreted together. */
const burst = 50
const agents = 50
const what = 'inbound message, provider event to committed and published'

/** Measures a provider's message through the inbox in this process. Listeners run in another. */
export async function* inboundRows(dataDir: string): AsyncGenerator<Row> {
  const hub = createSocketHub()
  const platform = compose({
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', HOST: '127.0.0.1', PORT: '0' }),
    hub,
  })
  const raw = rawInserts(platform)
  yield { what: 'floor: raw insert, one row a transaction', goal: '', result: `${raw.toLocaleString('en')}/s` }
  const describe = ({ perSecond, p99Ms, microseconds }: Awaited<ReturnType<typeof receive>>) =>
    `${perSecond.toLocaleString('en')}/s, 1/${(raw / perSecond).toFixed(1)} of the floor, p99 ${p99Ms} ms, ${microseconds} µs of processor time`
  await receive(platform, 500, burst)
  yield {
    what: `${what}, one at a time`,
    goal: '≥ 1/6 of the floor, ≥ 5,000/s, p99 < 5 ms',
    result: describe(await receive(platform, messages, 1)),
  }
  yield {
    what: `${what}, in bursts of ${burst}`,
    goal: '≥ 1/6 of the floor, ≥ 5,000/s',
    result: describe(await receive(platform, messages, burst)),
  }
  const stopListening = await listen(platform, hub)
  yield {
    what: `${what}, ${agents} agents listening, in bursts of ${burst}`,
    goal: '≥ 3,000/s',
    result: describe(await receive(platform, messages, burst)),
  }
  yield {
    what: `${what}, ${agents} agents listening, one at a time`,
    goal: '≥ 3,000/s, p99 < 5 ms',
    result: describe(await receive(platform, messages, 1)),
  }
  await stopListening()
  await shutdown(platform)
}

let made = 0
/** From known contacts, like most messages, at the present time in whole seconds like the provider's, so that none is history. */
function nextEvent(): InboundEvent {
  const id = `3A${String(++made).padStart(18, '0')}`
  const value = `55119${10_000_000 + 1 + (made % 5000)}`
  return {
    type: 'message',
    id,
    chat: { addresses: [{ kind: 'phone', value }], name: 'Pessoa' },
    fromMe: false,
    atMs: Math.floor(Date.now() / 1000) * 1000,
    content: { kind: 'text', text: 'Bom dia, tudo bem com vocês hoje?' },
    key: { remoteJid: `${value}@s.whatsapp.net`, id, fromMe: false },
  }
}

const interpreter = {
  interpret: interpretInbound,
  interpretHistory,
  isEarly: (error: unknown) => error instanceof DeferredEvent,
}
const normalise = (payload: string) => JSON.parse(payload) as InboundEvent[]

/** Measures per burst: from the first message filed to the last published. */
export async function receive(platform: Platform, count: number, atOnce: number) {
  const context = () => createContext(platform.files.use(1))
  const times: number[] = []
  const started = performance.now()
  const spentMs = startProcessorTime()
  for (let done = 0; done < count; done += atOnce) {
    const at = performance.now()
    receiveInbound(context(), 1, JSON.stringify([nextEvent()]), { normalise, interpreter })
    for (let index = 1; index < atOnce; index++) fileInbound(context(), 1, [JSON.stringify([nextEvent()])])
    if (atOnce > 1) while (drainInbox(context(), 1, { normalise, interpreter }) > 0) continue
    times.push(performance.now() - at)
    // Yields between bursts, so that the process gets to other work.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const perSecond = Math.round((count / (performance.now() - started)) * 1000)
  const microseconds = Math.round((spentMs() * 1000) / count)
  const left = platform.files.use(1).sqlite.query('SELECT error FROM inbound_event LIMIT 1').get()
  if (left) throw new Error(`Not everything was interpreted: ${JSON.stringify(left)}`)
  return { perSecond, microseconds, ...percentiles(times) }
}

function rawInserts(platform: Platform) {
  const { sqlite } = platform.files.use(1)
  sqlite.run('CREATE TABLE floor (id INTEGER PRIMARY KEY, ticket_id, connection_id, provider_id, body, created_at)')
  const insert = sqlite.prepare(
    'INSERT INTO floor (ticket_id, connection_id, provider_id, body, created_at) VALUES (?, 1, ?, ?, ?)',
  )
  const started = performance.now()
  for (let index = 0; index < messages; index++) insert.run(index, `3A${index}`, 'Bom dia, tudo bem com vocês?', index)
  return Math.round((messages / (performance.now() - started)) * 1000)
}

async function listen(platform: Platform, hub: ReturnType<typeof createSocketHub>) {
  const nothing = {
    inputs: '',
    entry: '',
    styles: '',
    conversationStyles: '',
    screenStyles: '',
    modules: {},
    preloads: [],
    fonts: [],
    files: {},
    chunkImports: '',
    worker: '',
    offline: { script: '', styles: '' },
  }
  const client = { manifest: () => nothing, answer: async () => undefined }
  const server = serve({ platform, hub, client })
  const tokens = createAccessTokens(platform.hostKey.sessionSecret, platform.clock)
  const signed: string[] = []
  for (let userId = 1; userId <= agents; userId++) {
    signed.push(await tokens.sign(startSession(platform, createContext(platform.files.use(1)), userId, '').session))
  }
  const script = join(import.meta.dir, '..', 'listeners.ts')
  const url = `ws://127.0.0.1:${server.server?.port}/live`
  const child = Bun.spawn([process.execPath, script, url, JSON.stringify(signed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { done } = await child.stdout.getReader().read()
  if (done || hub.watching(1) !== agents) throw new Error('The agents of the benchmark could not listen')
  return async () => {
    child.kill()
    await child.exited
    await server.stop(true)
  }
}
