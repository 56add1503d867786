import { closeSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { ArchiveReport, ArchiveRequest, ArchiveWorkerData } from './archive'
import { createPageMemory } from './page-deltas'
import { encodeRecord } from './segment'
import { openSink } from './open-sink'
import { writeChecked } from './checked-json'
import { type LogEnds, logEndsPath } from './repository'
import type { Sink } from './sink'
import { listSpooled, segmentFileName, type SpooledSegment, spoolFolder, spoolFolderOf } from './spool'

const { dataDir, target, flushMs } = workerData as ArchiveWorkerData

/** A bucket gets a file a minute and company at most, a folder one an hour. */
const segmentBytesMax = 16 * 1024 * 1024
const segmentMsMax = 60 * 60_000
const retryMsMax = 60_000

interface OpenSegment extends SpooledSegment {
  name: string
  file: number
  bytes: number
}

const open = new Map<string, OpenSegment>()
const memory = createPageMemory()
/** Bytes of each spooled segment that the backup has. */
const sent = new Map<string, number>()
/** The last segment of each file stays in the data folder, so that the first time all are here. */
const ends: LogEnds = {}
let areEndsStored = true
let sink: Promise<Sink> | undefined
let sending: Promise<void> | undefined
let failures = 0
let timer: Timer | undefined

const say = (report: ArchiveReport) => parentPort?.postMessage(report)

parentPort?.on('message', (request: ArchiveRequest) => {
  if (request.kind === 'append') {
    say({ kind: 'kept', id: request.id, error: append(request) })
    timer ??= setTimeout(() => void send(), flushMs)
  } else void send().then((error) => say({ kind: 'flushed', id: request.id, error }))
})

/** Returns why it failed. */
function append({ part }: Extract<ArchiveRequest, { kind: 'append' }>): string | undefined {
  try {
    const segment = segmentFor(part.name, part.position.chain, part.atMs)
    // A closed file may come back as another one.
    if (part.frames.length === 0) memory.forget(part.name)
    const record = encodeRecord(part, memory)
    try {
      if (writeSync(segment.file, record) < record.length) throw new Error('no space left')
      segment.bytes += record.length
    } catch (error) {
      ftruncateSync(segment.file, segment.bytes)
      throw error
    }
    return undefined
  } catch (error) {
    memory.forget(part.name)
    return error instanceof Error ? error.message : String(error)
  }
}

function segmentFor(name: string, chain: string, atMs: number): OpenSegment {
  const current = open.get(name) ?? reopen(name)
  if (current?.chain === chain && current.bytes < segmentBytesMax && atMs - current.beganAtMs < segmentMsMax)
    return current
  return begin(name, { chain, number: current?.chain === chain ? current.number + 1 : 1, beganAtMs: atMs })
}

/** The last one of the process before. */
function reopen(name: string) {
  const last = listSpooled(join(spoolFolder(dataDir), name)).at(-1)
  if (!last) return undefined
  const segment = { ...last, name, file: openSync(last.path, 'a', 0o600), bytes: statSync(last.path).size }
  open.set(name, segment)
  return segment
}

function begin(name: string, segment: Omit<SpooledSegment, 'path'>): OpenSegment {
  const before = open.get(name)
  if (before) closeSync(before.file)
  if (before?.chain !== segment.chain) memory.forget(name)
  const path = join(spoolFolderOf(dataDir, name), segmentFileName(segment))
  const begun = { ...segment, path, name, file: openSync(path, 'a', 0o600), bytes: 0 }
  open.set(name, begun)
  return begun
}

/** Returns why it failed; it is tried again. One at a time. */
async function send(): Promise<string | undefined> {
  while (sending) await sending
  clearTimeout(timer)
  timer = undefined
  const { promise, resolve } = Promise.withResolvers<void>()
  sending = promise
  const error = await sendAll().catch((cause: unknown) => String(cause instanceof Error ? cause.message : cause))
  failures = error === undefined ? 0 : failures + 1
  if (error !== undefined) timer ??= setTimeout(() => void send(), Math.min(retryMsMax, flushMs * 2 ** failures))
  say({ kind: 'state', error, waitingBytes: await waitingBytes() })
  sending = undefined
  resolve()
  return error
}

async function sendAll(): Promise<undefined> {
  const to = await (sink ??= openSink(target))
  for (const name of await spooledNames()) {
    const segments = listSpooled(join(spoolFolder(dataDir), name))
    // A bucket cannot append: the segment ends here, and the next part begins another.
    if (!to.grows) endSegment(name)
    for (const [index, segment] of segments.entries()) {
      if (await sendSegment(to, name, segment)) noteEnd(name, segment)
      if (index < segments.length - 1) forget(segment)
    }
  }
  if (areEndsStored) return
  await writeChecked(to, logEndsPath, ends)
  areEndsStored = true
}

function noteEnd(name: string, { path, chain, number }: SpooledSegment) {
  ends[name] = { chain, number, bytes: sent.get(path) ?? 0 }
  areEndsStored = false
}

function endSegment(name: string) {
  const segment = open.get(name)
  if (segment && segment.bytes > (sent.get(segment.path) ?? 0)) segment.bytes = segmentBytesMax
}

/** Returns whether there was something to send. */
async function sendSegment(to: Sink, name: string, { path }: SpooledSegment) {
  const { size } = statSync(path)
  const known = sent.get(path) ?? 0
  if (size === known) return false
  const target = `log/${name}/${path.split('/').at(-1)}`
  // Until this succeeds, nothing of the segment counts as sent: after a failure, all of it is sent again.
  sent.delete(path)
  if (to.grows) await to.append(target, await Bun.file(path).slice(known).bytes(), known)
  else await to.put(target, path)
  sent.set(path, size)
  return true
}

/** The last one stays, because it tells the position. */
function forget({ path }: SpooledSegment) {
  rmSync(path)
  sent.delete(path)
}

async function spooledNames() {
  return readdir(spoolFolder(dataDir)).catch(() => [] as string[])
}

async function waitingBytes() {
  let bytes = 0
  for (const name of await spooledNames()) {
    for (const { path } of listSpooled(join(spoolFolder(dataDir), name))) {
      bytes += (statSync(path, { throwIfNoEntry: false })?.size ?? 0) - (sent.get(path) ?? 0)
    }
  }
  return bytes
}
