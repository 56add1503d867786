import { afterAll, beforeAll, expect, test } from 'bun:test'
import { errors } from '@nats-io/transport-node'
import { openLog, partOf, readParts } from '../../testing/cluster/log-parts'
import { type ClusterNode, startNode } from '../../testing/cluster/cluster-node'
import { natsServerPath, type NatsServers, startNatsServers } from '../../testing/cluster/nats-servers'
import { natsTest } from '../../testing/cluster/nats-test'
import { logStreamOf } from '../nats/stores'
import type { Nats } from '../nats/connect-nats'
import { type Base, purgeBefore } from '../copy/bases'
import { Fenced } from './appender'
import { createCompanyLog } from './company-log'
import { readLog } from './log-messages'
import { takeLog } from './take-log'
import { logBegin, LogGap, type LogMessage, readNext } from './log-rule'

let servers: NatsServers
let n1: ClusterNode
let n2: ClusterNode

beforeAll(async () => {
  if (!natsServerPath) return
  servers = await startNatsServers(3)
  ;[n1, n2] = await Promise.all([startNode('n1', servers.urls), startNode('n2', servers.urls)])
}, 60_000)

afterAll(async () => {
  if (!natsServerPath) return
  await Promise.all([n1.stop(), n2.stop()])
  await servers.stop()
})

/** Companies of one stream. */
const neighbours = ['7', ...Array.from({ length: 200 }, (_, id) => String(id + 8))].filter(
  (name) => logStreamOf(name) === logStreamOf('7'),
)

natsTest(
  'parts of several companies of a stream are read as they were appended, also those of many megabytes',
  async () => {
    const [first = '', second = ''] = neighbours
    const [a, b] = [await openLog(n1.nats, first, 'n1', 1), await openLog(n2.nats, second, 'n2', 1)]
    const parts = Array.from({ length: 60 }, (_, at) =>
      partOf(first, at + 1, { bytes: at === 30 ? 5_000_000 : 3_000, hasMore: at === 20 || at === 59 }),
    )
    const others = Array.from({ length: 60 }, (_, at) => partOf(second, at + 1))
    const given = parts.map(({ frames }) => frames.slice())
    void a.append(parts.at(-1) ?? partOf(first, 0)).catch(() => {})
    await Promise.all([...parts.slice(0, -1).map((part) => a.append(part)), ...others.map((part) => b.append(part))])
    const read = await readParts(n2.nats, first)
    // The first was appended out of turn and is half a transaction that the next one ends.
    expect(read.numbers).toEqual([60, ...Array.from({ length: 59 }, (_, at) => at + 1)])
    expect(read.parts.slice(1).map(({ frames }) => Buffer.from(frames))).toEqual(
      given.slice(0, -1).map((frames) => Buffer.from(frames)),
    )
    expect((await readParts(n1.nats, second)).numbers).toEqual(others.map((_, at) => at + 1))
  },
)

natsTest('an owner that was taken over is refused for ever, and all that was acknowledged is there once', async () => {
  const name = neighbours[2] ?? ''
  const acknowledged: number[] = []
  let number = 0
  const takeovers = 60
  let log = await openLog(n1.nats, name, 'n1', 1)
  for (let epoch = 2; epoch <= takeovers; epoch++) {
    const { append, log: written, told } = log
    const writing = (async () => {
      for (;;) {
        const next = ++number
        await append(partOf(name, next))
        acknowledged.push(next)
      }
    })().catch((error: unknown) => error)
    await Bun.sleep(epoch % 7)
    // Appends and the fence are on their way at the same time.
    const { nats, node } = epoch % 2 === 0 ? n2 : n1
    log = await openLog(nats, name, node, epoch)
    expect(await writing).toBeInstanceOf(Fenced)
    expect(await written.append(partOf(name, 0)).catch((error: unknown) => error)).toBe(told[0])
    expect(told).toHaveLength(1)
  }
  const { numbers } = await readParts(n1.nats, name)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(acknowledged.filter((sent) => !numbers.includes(sent))).toEqual([])
  // One of each owner may have arrived unheard.
  expect(numbers.length - acknowledged.length).toBeLessThan(takeovers)
  expect(acknowledged.length).toBeGreaterThan(takeovers)
})

natsTest(
  'a reader that lacks parts before a fence notices it, although the base of the new owner has made them needless',
  async () => {
    const name = 'purged'
    const first = await openLog(n1.nats, name, 'n1', 1)
    for (const number of [1, 2, 3]) await first.append(partOf(name, number))
    const { cursor: early } = await readParts(n1.nats, name)
    for (const number of [4, 5, 6]) await first.append(partOf(name, number))
    const { cursor: late } = await readParts(n1.nats, name)
    // It knows as little as the reader when it takes over, and writes nothing before its base.
    const { appender } = await takeLog(n2.nats, name, early, { node: 'n2', epoch: 2 })
    const cursor = { ...appender.cursor() }
    await purgeBefore(n2.nats, n2.stores, name, { ...noBase, cursor })
    await expect(readParts(n1.nats, name, early)).rejects.toThrow(LogGap)
    for (const from of [late, cursor]) expect((await readParts(n1.nats, name, from)).numbers).toEqual([])
    const second = createCompanyLog({ nats: n2.nats, name, appender, onFenced() {} })
    await second.append(partOf(name, 7))
    for (const from of [late, cursor]) expect((await readParts(n1.nats, name, from)).numbers).toEqual([7])
  },
)

natsTest('a reader whose server stays behind asks the one that leads, and one that waits in vain fails', async () => {
  const name = 'behind'
  const { append } = await openLog(n1.nats, name, 'n1', 1)
  for (const number of [1, 2]) await append(partOf(name, number))
  const known = await readParts(n1.nats, name)
  const direct = { getMessage: async () => null }
  const behind = withPart(n2.nats, 'jsm', { direct })
  expect(await readParts(behind, name)).toEqual(known)
  // The next owner does not hang either, although it must read up to its own fence.
  const taken = await takeLog(behind, name, logBegin, { node: 'n2', epoch: 2 })
  expect([taken.before, taken.fence]).toEqual([{ node: 'n1', epoch: 1 }, known.cursor.sequence + 1])
  const beyond = readLog(n2.nats, name, { ...known.cursor, ...taken.appender.cursor() }, taken.fence + 1)
  await expect(beyond.next()).rejects.toThrow(`The log of ${name} misses what follows ${taken.fence}`)
})

natsTest('an append whose answers are lost is repeated, at first soon, and counts once', async () => {
  const name = 'unheard'
  const waitedMs: unknown[] = []
  const publish: Nats['js']['publish'] = async (subject, content, options) => {
    waitedMs.push(options?.timeout)
    const answer = await n1.nats.js.publish(subject, content, options)
    if (waitedMs.length < 6) throw new errors.TimeoutError()
    return answer
  }
  const { append } = await openLog(withPart(n1.nats, 'js', { publish }), name, 'n1', 1)
  await append(partOf(name, 1))
  await append(partOf(name, 2))
  expect(waitedMs).toEqual([400, 800, 1_600, 3_200, 3_200, 3_200, 400, 400])
  expect((await readParts(n2.nats, name)).numbers).toEqual([1, 2])
})

/** The same connection, some of whose methods are replaced. */
const withPart = <Part extends 'js' | 'jsm'>(nats: Nats, part: Part, changed: object): Nats => {
  const properties = Object.fromEntries(Object.entries(changed).map(([key, value]) => [key, { value }]))
  return { ...nats, [part]: Object.create(nats[part], properties) }
}

const noBase: Base = {
  id: 'base',
  pieces: 0,
  bytes: 0,
  sha256: '',
  cursor: logBegin,
  position: partOf('', 1).position,
  atMs: 0,
}

test('of messages that a server let pass at the same time the first counts, and none of an epoch that ended', () => {
  const cursor = { ...logBegin }
  const message = (
    sequence: number,
    kind: LogMessage['kind'],
    after: number,
    epoch: number,
    node = 'n1',
  ): LogMessage => ({
    sequence,
    kind,
    after,
    epoch,
    node,
    id: '',
    hasMore: false,
    content: new Uint8Array(),
  })
  const counts = [
    message(2, 'fence', 0, 1),
    message(5, 'part', 2, 1),
    message(6, 'part', 2, 1),
    message(9, 'part', 5, 1),
    message(10, 'fence', 5, 2, 'n2'),
    message(11, 'fence', 10, 2, 'n1'),
    message(12, 'part', 9, 1),
    message(13, 'part', 10, 2, 'n1'),
    message(14, 'fence', 10, 1, 'n1'),
    message(15, 'part', 10, 2, 'n2'),
  ].map((next) => readNext(cursor, next))
  expect(counts).toEqual([true, true, false, true, true, false, false, false, false, true])
  expect(cursor).toEqual({ sequence: 15, part: 15, read: 15, epoch: 2, node: 'n2' })
  expect(() => readNext({ ...cursor }, message(40, 'part', 30, 2, 'n2'))).toThrow(LogGap)
})

// The last, because the servers need a while to agree again.
natsTest('while the server that leads a stream is killed, nothing is lost, doubled or out of order', async () => {
  const name = neighbours[3] ?? ''
  const log = await openLog(n1.nats, name, 'n1', 1)
  let number = 0
  let isEnding = false
  const writing = (async () => {
    while (!isEnding) {
      const batch = Array.from({ length: 3 }, () => log.append(partOf(name, ++number)))
      await Promise.all(batch)
    }
  })()
  await Bun.sleep(300)
  const { cluster } = await n2.nats.jsm.streams.info(logStreamOf(name))
  const leader = Number(cluster?.leader?.slice(1))
  const before = number
  await servers.kill(leader)
  while (number < before + 30) await Bun.sleep(20)
  await servers.start(leader)
  isEnding = true
  await writing
  const numbers = Array.from({ length: number }, (_, at) => at + 1)
  expect(log.acknowledged).toEqual(numbers)
  expect((await readParts(n1.nats, name)).numbers).toEqual(numbers)
})
