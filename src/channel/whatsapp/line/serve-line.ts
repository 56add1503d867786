import type { ChannelHost } from '../../channel-driver'
import { noteAddressBook } from '../receive/address-book'
import { forgetKeysAtOnce } from '../signal/stored-records'
import { findDailyKey, putDailyKey } from '../signal/daily-keys'
import { storedKeys } from '../signal/stored-keys'
import type { WhatsAppOptions } from '../whatsapp-options'
import type { HistoryPart, KeyStep, LineAsks, LineTells } from './line-calls'
import { readStored } from '../../../kernel/untyped-json.contract'
import { dayMs, hourMs } from '../../../kernel/time/durations.contract'
import type { DueRequest, MissingRequest } from '../receive/payload'

/** What a line in a thread of its own has the main thread do. */
export function serveLine(host: ChannelHost, { log }: WhatsAppOptions) {
  const { connectionId, context, history } = host

  function store({ keys, payloads, decrypted, arrived }: KeyStep) {
    const ctx = context()
    ctx.transaction(() => {
      for (const { category, id, value } of keys) {
        if (value === null) storedKeys.remove.run(ctx, { connectionId, category, id })
        else storedKeys.put.run(ctx, { connectionId, category, id, value: Buffer.from(value) })
      }
      for (const payload of payloads) host.file([payload])
      for (const id of decrypted) putDailyKey(ctx, { connectionId, kind: 'read', id }, noBytes)
      for (const id of arrived) host.missing.resolve(id)
    })
  }

  function fileHistory({ id, done, isLast, old, fresh, window }: HistoryPart) {
    return context().transaction(() => {
      if (history.isPaused() || !Bun.deepEquals(history.window(), window)) return false
      history.file({ id, done, payloads: old })
      if (fresh.length > 0) host.file(fresh)
      if (isLast) history.drop(id)
      return true
    })
  }

  const tells: LineTells = {
    store,
    file: host.file,
    noteMissing: (note) => fileMissing(host, note),
    resolveMissing: (ids) => context().transaction(() => ids.forEach((id) => host.missing.resolve(id))),
    keepSent: (id, message) => putDailyKey(context(), { connectionId, kind: 'sent', id }, Buffer.from(message)),
    forgetKeys: () => forgetKeysAtOnce(context(), connectionId),
    dropHistory: (id) => history.drop(id),
    report: host.report,
    pass: host.pass,
    log: (level, message, facts) => log[level](message, facts),
  }
  const asks: Omit<LineAsks, 'write'> = {
    keys: (names) => names.map((name) => storedKeys.find.get(context(), { connectionId, ...name })?.value),
    wasDecrypted: (id) => findDailyKey(context(), { connectionId, kind: 'read', id }) !== undefined,
    findSent: (id) => findDailyKey(context(), { connectionId, kind: 'sent', id }),
    takeMissing: (firstMs) => takeDueMissing(host, firstMs),
    missingDelayMs: () => missingDelayMs(host),
    noteContacts: (contacts, of) => noteAddressBook(context, connectionId, contacts, of),
    nextHistory: () => (history.isPaused() ? undefined : history.next()),
    postponeHistory: (notice, error) => history.postpone(notice, { error }),
    historyWindow: () => (history.isPaused() ? undefined : history.window()),
    fileHistory(part) {
      const isFiled = fileHistory(part)
      if (isFiled) history.filed()
      return isFiled
    },
  }
  return { tells, asks }
}

const noBytes = Buffer.alloc(0)

const batchMax = 50
const pauseMsMax = hourMs

function fileMissing(
  { context, file, missing }: ChannelHost,
  { payload, request, account, firstMs }: Parameters<LineTells['noteMissing']>[0],
) {
  const ctx = context()
  ctx.transaction(() => {
    if (payload) file([payload])
    const complete = encodeRequest({ ...request, ...(account ? { account } : {}) })
    missing.note({ providerId: request.key.id, request: complete, retryAtMs: ctx.now.getTime() + firstMs })
  })
}

const encodeRequest = (request: MissingRequest) => JSON.stringify(request)

function missingDelayMs({ context, missing }: ChannelHost) {
  const nextMs = missing.nextAtMs()
  return nextMs === undefined ? undefined : Math.min(pauseMsMax, Math.max(0, nextMs - context().now.getTime()))
}

function takeDueMissing({ context, missing }: ChannelHost, firstMs: number): DueRequest[] {
  const nowMs = context().now.getTime()
  return missing.due(batchMax).map(({ providerId, attempts, request }) => {
    missing.postpone(providerId, nowMs + Math.min(dayMs, firstMs * 4 ** (attempts + 1)))
    return { ...readStored<MissingRequest>(request), attempts }
  })
}
