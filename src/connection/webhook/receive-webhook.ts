import { createHmac } from 'node:crypto'
import type { WebhookEvent } from '../../channel/channel-provider'
import { createTurns } from '../../kernel/company/batches'
import { createContext } from '../../kernel/company/company-context'
import { CompanyElsewhere } from '../../kernel/company/ownership'
import { isSameSecret } from '../../kernel/config/sealed-secret'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { readLargeJson } from '../../kernel/http/body/read-json'
import type { CompanyId } from '../../kernel/ids'
import { accountName, type NameHolder } from '../../platform/names/names'
import type { Platform } from '../../platform/platform'
import { findConnection, findProvider } from '../connection.queries'
import { type ChannelAccount, fileAccountEvents } from '../inbox/file-account-events'

/** Providers give up after ten to twenty seconds. */
const updateWaitMsMax = 5_000
/** 3 MB hold fewer. */
const valuesMax = 400_000
const batchSize = 500

/**
 * Durable when it resolves, with the companies of this node that it concerned. What concerns others is left to `passOn`, which
 * hands the whole request to their node, because it is signed as a whole.
 * @param key undefined for the host's app
 * @throws Refusal ERR_UNAUTHORIZED, ERR_INVALID_INPUT, ERR_COMPANY_ELSEWHERE
 */
export async function receiveWebhook(
  platform: Platform,
  key: string | undefined,
  bytes: Uint8Array,
  signature: string,
  passOn: (companyId: CompanyId) => Promise<void>,
): Promise<ReadonlySet<CompanyId>> {
  if (key !== undefined && (await platform.names.accounts.isRetiredWebhook(key))) return new Set()
  const turns = createTurns()
  const isSignedWith = createSignatureCheck(bytes, signature)
  const isSignedFor: SignatureCheck = ({ ctx, connectionId, webhook }) =>
    isSignedWith(webhook?.secret(ctx, connectionId))
  const { home, away } = await findHome(platform, key)
  const isSigned = home ? isSignedFor(home) : isSignedWith(platform.config.graph.appSecret)
  // Its own node looks whether it is signed for a company that is away, and each connection for itself.
  if (away === undefined && !isSigned) refuse('ERR_UNAUTHORIZED')
  await turns()
  const body = await readLargeJson(bytes, valuesMax)
  const filing = createFiling(platform, { home, isSignedFor, turns })
  for (const { channel, webhook } of Object.values(platform.ports.providers)) {
    for (const event of webhook?.split(body) ?? []) {
      const { accountId, businessAccountId } = event
      const isOfHome = channel === home?.channel && businessAccountId === home.account?.businessAccountId
      const id = accountId ?? (isOfHome ? home?.accountId : undefined)
      // Events of a business account without a number belong to nobody.
      if (id !== undefined) await filing.add({ channel, accountId: id }, event)
    }
  }
  return filing.end(passOn, away)
}

/** The connection of the key, or the company that has it on another node. @throws Refusal ERR_UNAUTHORIZED */
async function findHome(platform: Platform, key: string | undefined): Promise<{ home?: Holder; away?: CompanyId }> {
  if (key === undefined) return {}
  try {
    return { home: (await findHolderByKey(platform, key)) ?? refuse('ERR_UNAUTHORIZED') }
  } catch (error) {
    if (error instanceof CompanyElsewhere) return { away: error.companyId }
    throw error
  }
}

type Holder = ReturnType<typeof holderOf>

export async function findHolderByKey(platform: Platform, key: string): Promise<Holder | undefined> {
  const found = await platform.names.accounts.findByWebhookKey(key)
  if (!found) return undefined
  await platform.files.ready(found.companyId, updateWaitMsMax)
  return holderOf(platform, found)
}

function holderOf(platform: Platform, of: NameHolder) {
  const ctx = createContext(platform.files.use(of.companyId))
  const connectionId = of.recordId
  const { channel, accountId } = findConnection(ctx, connectionId) ?? {}
  const webhook = findProvider(ctx, connectionId)?.webhook
  return { ctx, connectionId, channel, accountId, webhook, account: webhook?.account(ctx, connectionId) }
}

type SignatureCheck = (holder: Holder) => boolean

/** Over the bytes as they arrived. False without a secret. */
function createSignatureCheck(bytes: Uint8Array, signature: string) {
  // Accounts share an app's secret, and signing megabytes takes milliseconds.
  const results = new Map<string, boolean>()
  return (secret: string | undefined) => {
    if (secret === undefined) return false
    const expected = () => `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
    const isSigned = results.get(secret) ?? isSameSecret(signature, expected())
    results.set(secret, isSigned)
    return isSigned
  }
}

type AccountState = 'wanted' | 'unwanted' | 'unknown'

interface Group {
  of: ChannelAccount
  payloads: string[]
  isComment: boolean
  isHistory: boolean
  state?: AccountState
  companyId?: CompanyId
  error?: unknown
}

interface FilingOptions {
  home: Holder | undefined
  isSignedFor: SignatureCheck
  turns: () => Promise<void>
}

function createFiling(platform: Platform, { home, isSignedFor, turns }: FilingOptions) {
  const groups = new Map<string, Group>()
  const findHolder = (of: ChannelAccount) => platform.names.accounts.find(accountName(of.channel, of.accountId))

  /** An app may serve several companies, but only its own accounts. */
  async function stateOf(group: Group): Promise<AccountState> {
    const { of, isComment } = group
    const isHome = of.channel === home?.channel && of.accountId === home.accountId
    const found = await findHolder(of)
    if (found) group.companyId = found.companyId
    if (found && !isHome) await platform.files.ready(found.companyId, updateWaitMsMax)
    const holder = found && holderOf(platform, found)
    if (!isHome && !(holder && isSignedFor(holder))) return 'unknown'
    const { isWanted = true, takesComments = false } = holder?.account ?? {}
    return isWanted && (takesComments || !isComment) ? 'wanted' : 'unwanted'
  }

  async function file(group: Group) {
    const { of, payloads, isHistory } = group
    group.payloads = []
    if (group.error !== undefined) return
    try {
      group.state ??= await stateOf(group)
      if (group.state === 'wanted' && !(await fileAccountEvents(platform, of, payloads, { isHistory })))
        group.state = 'unknown'
    } catch (error) {
      group.error = error
    }
    await turns()
  }

  return {
    async add(of: ChannelAccount, { payload, ...event }: WebhookEvent) {
      const [isComment, isHistory] = [event.isComment === true, event.isHistory === true]
      const key = `${of.channel} ${of.accountId} ${isComment} ${isHistory}`
      const group = groups.get(key) ?? { of, payloads: [], isComment, isHistory }
      groups.set(key, group)
      group.payloads.push(payload)
      if (group.payloads.length === batchSize) await file(group)
      await turns()
    },
    async end(passOn: (companyId: CompanyId) => Promise<void>, away: CompanyId | undefined) {
      for (const group of groups.values()) if (group.payloads.length > 0) await file(group)
      const elsewhere = [...groups.values()].flatMap((group) => companyElsewhere(group) ?? [])
      for (const companyId of new Set([...elsewhere, ...(away === undefined ? [] : [away])])) await passOn(companyId)
      // Meta repeats the whole request; what is filed is known then.
      const failed = [...groups.values()].find(
        (group) => group.error !== undefined && companyElsewhere(group) === undefined,
      )
      if (failed) throw failed.error
      const unknown = [...groups.values()].filter(({ state }) => state === 'unknown')
      if (unknown.length > 0) {
        const accountIds = unknown.slice(0, 5).map(({ of }) => of.accountId.slice(0, 40))
        platform.log.warn('A webhook named accounts that no connection has', { accounts: unknown.length, accountIds })
      }
      for (const { of, state } of groups.values()) {
        const found = state === 'wanted' ? await findHolder(of) : undefined
        if (found) noteVerified(holderOf(platform, found))
      }
      const filed = [...groups.values()].flatMap(({ error, companyId }) => (error ? [] : (companyId ?? [])))
      return new Set([...filed, ...(home ? [home.ctx.company.id] : [])])
    },
  }
}

const companyElsewhere = ({ error }: Group) => (error instanceof CompanyElsewhere ? error.companyId : undefined)

/** The provider knows an address for the account: that of its connection, or of another one with the same app. */
export function noteVerified({ ctx, connectionId, webhook, account }: Holder) {
  if (account?.isVerified) return
  ctx.transaction(() => {
    webhook?.noteVerified(ctx, connectionId)
    recordEvent(ctx, 'connection.updated', {}, { connectionId })
  })
}
