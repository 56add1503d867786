import { nextTurn } from '../../kernel/company/batches'
import { createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { readBoundedJson } from '../../kernel/http/body/read-json'
import { cloudChannel } from '../../channel/channel-rules.contract'
import { findConnectionByAccount, findConnectionByWebhookKey } from '../../platform/connection-index/channel-account'
import type { Platform } from '../../platform/platform'
import { fileAccountEvents } from '../inbox/file-account-events'
import { findCloudAccount } from './cloud-account.queries'
import { type CloudEvent, splitWebhook } from './split-webhook'
import { noteVerified } from './verify-webhook'
import { isSignedFor } from './webhook-signature'

/** Providers give up on webhooks that do not answer within ten to twenty seconds. */
const updateWaitMsMax = 5_000
/** 3 MB hold fewer. */
const valuesMax = 400_000
/** Per transaction. */
const batchSize = 500

/**
 * Files the events of a signed webhook of WhatsApp's official API. Resolves when all of them are durable.
 * @throws Refusal ERR_UNAUTHORIZED for an unknown address or a wrong signature, which stores nothing; ERR_INVALID_INPUT,
 * and as `fileAccountEvents`
 */
export async function receiveWebhook(platform: Platform, key: string, bytes: Uint8Array, signature: string) {
  const home = findConnectionByWebhookKey(platform, key) ?? refuse('ERR_UNAUTHORIZED')
  await platform.files.ready(home.companyId, updateWaitMsMax)
  if (!isSignedFor(platform, home, bytes, signature)) refuse('ERR_UNAUTHORIZED')
  const body = readBoundedJson(new TextDecoder().decode(bytes), valuesMax)
  const account = findCloudAccount(createContext(platform.files.use(home.companyId)), home.connectionId)
  const ofHome = (event: CloudEvent) =>
    event.phoneNumberId ?? (event.businessAccountId === account?.businessAccountId ? account.phoneNumberId : undefined)
  for (const [phoneNumberId, payloads] of groupByNumber(splitWebhook(body), ofHome)) {
    // An app may serve several numbers, also of other companies, but only its own.
    const isOwn = phoneNumberId === account?.phoneNumberId
    if (!isOwn && !(await isSignedForNumber(platform, phoneNumberId, bytes, signature))) {
      noteUnknown(platform, phoneNumberId, payloads.length)
      continue
    }
    // The token is empty after a user disconnected the number, whose messages are then no longer wanted.
    if (findHolder(platform, phoneNumberId)?.account?.token === '') continue
    for (let from = 0; from < payloads.length; from += batchSize) {
      const batch = payloads.slice(from, from + batchSize)
      const isKnown = await fileAccountEvents(platform, { channel: cloudChannel, accountId: phoneNumberId }, batch)
      if (!isKnown) noteUnknown(platform, phoneNumberId, batch.length)
      if (from + batchSize < payloads.length) await nextTurn()
    }
    const holder = findHolder(platform, phoneNumberId)
    if (holder) noteVerified(holder.ctx, holder.connectionId)
  }
}

function findHolder(platform: Platform, phoneNumberId: string) {
  const holder = findConnectionByAccount(platform, { channel: cloudChannel, accountId: phoneNumberId })
  if (!holder) return undefined
  const ctx = createContext(platform.files.use(holder.companyId))
  return { ctx, connectionId: holder.connectionId, account: findCloudAccount(ctx, holder.connectionId) }
}

/** In order within each number. Events of another business account without a number belong to nobody. */
function groupByNumber(events: readonly CloudEvent[], numberOf: (event: CloudEvent) => string | undefined) {
  const groups = new Map<string, string[]>()
  for (const event of events) {
    const number = numberOf(event)
    if (number === undefined) continue
    const group = groups.get(number)
    if (group) group.push(event.payload)
    else groups.set(number, [event.payload])
  }
  return groups
}

async function isSignedForNumber(platform: Platform, phoneNumberId: string, bytes: Uint8Array, signature: string) {
  const holder = findConnectionByAccount(platform, { channel: cloudChannel, accountId: phoneNumberId })
  if (!holder) return false
  await platform.files.ready(holder.companyId, updateWaitMsMax)
  return isSignedFor(platform, holder, bytes, signature)
}

function noteUnknown({ log }: Platform, phoneNumberId: string, events: number) {
  log.warn('A webhook named a number that no connection has', { phoneNumberId: phoneNumberId.slice(0, 40), events })
}
