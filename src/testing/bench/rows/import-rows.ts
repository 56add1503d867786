import type { InboundEvent } from '../../../channel/channel'
import { compose, shutdown } from '../../../compose'
import { drainHistory } from '../../../connection/history/drain-history'
import { fileHistory, noteHistoryNotice } from '../../../connection/history/history-notices'
import { nextTurn } from '../../../kernel/company/batches'
import { createContext } from '../../../kernel/company/company-context'
import { readConfig } from '../../../kernel/config/config'
import { interpretHistory } from '../../../message/inbound/receive-message'
import { interpretInbound } from '../../../message/inbound/interpret-inbound'
import type { Platform } from '../../../platform/platform'
import { percentiles } from '../load'
import type { Row } from '../rows'

const filedAtOnce = 200
const chats = 5000
const noticeId = 'BENCH'
const interpreter = { interpret: interpretInbound, interpretHistory, isEarly: () => false }
const normalise = (payload: string) => JSON.parse(payload) as InboundEvent[]

/** Imports old messages in this process, from their filing to the last committed one. */
export async function* importRows(dataDir: string, messages = 200_000): AsyncGenerator<Row> {
  const platform = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }) })
  const { perSecond, p99Ms, longestMs } = await importAll(platform, messages)
  yield {
    what: `import of ${messages.toLocaleString('en')} old messages of ${chats.toLocaleString('en')} contacts`,
    goal: '≥ 3,000/s, no turn of the event loop > 50 ms',
    result: `${perSecond.toLocaleString('en')}/s, p99 of a turn ${p99Ms} ms, longest ${longestMs} ms`,
  }
  await shutdown(platform)
}

async function importAll(platform: Platform, messages: number) {
  const context = () => createContext(platform.files.use(1))
  const turns: number[] = []
  const turn = <T>(work: () => T) => {
    const at = performance.now()
    const result = work()
    turns.push(performance.now() - at)
    return result
  }
  noteHistoryNotice(context(), 1, noticeId, '')
  const started = performance.now()
  for (let done = 0; done < messages; done += filedAtOnce) {
    const payloads = Array.from({ length: filedAtOnce }, (_, index) => JSON.stringify([oldMessage(done + index)]))
    turn(() => fileHistory(context(), 1, { id: noticeId, payloads, done }))
    await nextTurn()
    while (turn(() => drainHistory(context(), 1, normalise, interpreter))) await nextTurn()
  }
  const perSecond = Math.round((messages / (performance.now() - started)) * 1000)
  return { perSecond, ...percentiles(turns), longestMs: Math.round(Math.max(...turns)) }
}

function oldMessage(index: number): InboundEvent {
  const id = `BENCH${String(index).padStart(15, '0')}`
  const value = `55119${20_000_000 + (index % chats)}`
  return {
    type: 'message',
    id,
    chat: { addresses: [{ kind: 'phone', value }], name: 'Pessoa' },
    fromMe: index % 3 === 0,
    atMs: Date.UTC(2026, 0, 1) + index * 1000,
    content: { kind: 'text', text: 'Bom dia, tudo bem com vocês hoje?' },
    key: { remoteJid: `${value}@s.whatsapp.net`, id, fromMe: index % 3 === 0 },
    history: true,
  }
}
