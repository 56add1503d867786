import { createTurns } from '../../kernel/company/batches'
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
import { createSignatureCheck, type SignatureCheck } from './webhook-signature'

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
  const isSignedFor = createSignatureCheck(platform, bytes, signature)
  if (!isSignedFor(home)) refuse('ERR_UNAUTHORIZED')
  const body = readBoundedJson(new TextDecoder().decode(bytes), valuesMax)
  const account = findCloudAccount(createContext(platform.files.use(home.companyId)), home.connectionId)
  const ofHome = (event: CloudEvent) =>
    event.phoneNumberId ?? (event.businessAccountId === account?.businessAccountId ? account.phoneNumberId : undefined)
  // An app may serve several numbers, also of other companies, but only its own.
  const maySend = (phoneNumberId: string) =>
    phoneNumberId === account?.phoneNumberId || isSignedForNumber(platform, phoneNumberId, isSignedFor)
  const filing = createFiling(platform, maySend)
  for (const event of splitWebhook(body)) {
    const phoneNumberId = ofHome(event)
    // Events of another business account without a number belong to nobody.
    if (phoneNumberId !== undefined) await filing.add(phoneNumberId, event.payload)
  }
  await filing.end()
}

type MaySend = (phoneNumberId: string) => boolean | Promise<boolean>
/** unwanted: of a number that a user disconnected, whose token is then empty. */
type NumberState = 'wanted' | 'unwanted' | 'unknown'

/** Files payloads in batches, in order within each number. */
function createFiling(platform: Platform, maySend: MaySend) {
  const groups = new Map<string, string[]>()
  const states = new Map<string, NumberState>()
  const turns = createTurns()

  async function stateOf(phoneNumberId: string): Promise<NumberState> {
    if (!(await maySend(phoneNumberId))) return 'unknown'
    return findHolder(platform, phoneNumberId)?.account?.token === '' ? 'unwanted' : 'wanted'
  }

  async function file(phoneNumberId: string, payloads: readonly string[]) {
    const state = states.get(phoneNumberId) ?? (await stateOf(phoneNumberId))
    const account = { channel: cloudChannel, accountId: phoneNumberId }
    const isFiled = state === 'wanted' && (await fileAccountEvents(platform, account, payloads))
    states.set(phoneNumberId, state === 'wanted' && !isFiled ? 'unknown' : state)
    await turns()
  }

  return {
    async add(phoneNumberId: string, payload: string) {
      const group = groups.get(phoneNumberId) ?? []
      group.push(payload)
      if (group.length < batchSize) groups.set(phoneNumberId, group)
      else {
        groups.delete(phoneNumberId)
        await file(phoneNumberId, group)
      }
      await turns()
    },
    async end() {
      for (const [phoneNumberId, payloads] of groups) await file(phoneNumberId, payloads)
      const unknown = [...states.keys()].filter((id) => states.get(id) === 'unknown')
      if (unknown.length > 0) {
        const phoneNumberIds = unknown.slice(0, 5).map((id) => id.slice(0, 40))
        platform.log.warn('A webhook named numbers that no connection has', { numbers: unknown.length, phoneNumberIds })
      }
      for (const [phoneNumberId, state] of states) {
        const holder = state === 'wanted' ? findHolder(platform, phoneNumberId) : undefined
        if (holder) noteVerified(holder.ctx, holder.connectionId)
      }
    },
  }
}

function findHolder(platform: Platform, phoneNumberId: string) {
  const holder = findConnectionByAccount(platform, { channel: cloudChannel, accountId: phoneNumberId })
  if (!holder) return undefined
  const ctx = createContext(platform.files.use(holder.companyId))
  return { ctx, connectionId: holder.connectionId, account: findCloudAccount(ctx, holder.connectionId) }
}

/** Returns whether the connection that has the number is signed for. */
async function isSignedForNumber(platform: Platform, phoneNumberId: string, isSignedFor: SignatureCheck) {
  const holder = findConnectionByAccount(platform, { channel: cloudChannel, accountId: phoneNumberId })
  if (!holder) return false
  await platform.files.ready(holder.companyId, updateWaitMsMax)
  return isSignedFor(holder)
}
