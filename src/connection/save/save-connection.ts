import { and, eq, ne } from 'drizzle-orm'
import { channelRules } from '../../channel/channel-rules.contract'
import { differences, recordAudit } from '../../kernel/audit/audit'
import { withoutMissing } from '../../kernel/http/body-values'
import { afterCommit, type CompanyContext, requirePlan } from '../../kernel/company/company-context'
import { hashSecret } from '../../kernel/config/sealed-secret'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { changedNameKey, nameKey } from '../../kernel/text/name-text.contract'
import { type ConnectionId, randomToken } from '../../kernel/ids'
import { refuseOtherCompany } from '../../kernel/http/request-parts'
import { whileClaimed } from '../../platform/names/names'
import type { Platform } from '../../platform/platform'
import { accountDetails, claimAccount, writeChannelAccount } from './channel-account'
import { asksForImport, connectionErrors } from './connection-rules.contract'
import { connectionControl } from '../running/connection-control'
import { bodyOf, connectionColumns, setConnectionQueues } from './connection-columns'
import type { ConnectionBody, UpdateConnectionBody } from '../connection.contract'
import { assertWithinPlan } from '../above-plan'
import { listConnectionQueues } from './connection-queues.view'
import { countConnections, findDefaultConnection, getConnection, canManageConnections } from '../connection.queries'
import { connectionTable } from '../connection.tables'
import { tokenColumns } from './connection-token'
import { cancelMessageImport, requestMessageImport } from '../history/message-import'
import { localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { existingQueueIds, findQueue, botRecordExists, type BotRecordKind } from '../../queue/queue.queries'
import { isSettingEnabled } from '../../setting/setting.queries'
import { keysOf } from '../../kernel/typed-object.contract'

const tokenLength = 30

interface CreateOptions {
  accountId?: string
  /** Stores what the provider gave. */
  link?: (id: ConnectionId) => void
}

/** A company's first is its default. @throws Refusal ERR_PLAN_LIMIT, and as `checkConnection` */
export async function createConnection(
  platform: Platform,
  ctx: CompanyContext,
  given: ConnectionBody,
  { accountId, link }: CreateOptions = {},
): Promise<ConnectionId> {
  const body = withFlows(given)
  assertNewConnection(ctx, body)
  const isLinked = channelRules[body.channel].connectedBy === 'code' || accountId !== undefined
  if (!isLinked) refuse('ERR_INVALID_INPUT', { fields: { channel: 'unavailable' } })
  const token = body.token ?? randomToken(tokenLength)
  const tokenClaim = await claimToken(platform, ctx, token)
  const accountClaim =
    accountId === undefined
      ? undefined
      : await claimAccount(platform, ctx, { channel: body.channel, accountId }).catch(async (error: unknown) => {
          await tokenClaim.release()
          throw error
        })
  const id = await whileClaimed([tokenClaim, accountClaim], () =>
    ctx.transaction(() => {
      // Checked again: the claims may take a while.
      assertNewConnection(ctx, body)
      const isFirst = countConnections(ctx) === 0
      const { id } = ctx.db
        .insert(connectionTable)
        .values({
          ...connectionColumns(body),
          nameKey: nameKey(body.name),
          ...tokenColumns(ctx, token),
          createdAt: ctx.now,
          updatedAt: ctx.now,
        })
        .returning({ id: connectionTable.id })
        .get()
      setConnectionQueues(ctx, id, body.queueIds)
      if (isFirst || body.isDefault) makeDefault(ctx, id)
      link?.(id)
      if (accountId !== undefined) writeChannelAccount(ctx, id, accountId)
      if (asksForImport(body)) requestMessageImport(ctx, getConnection(ctx, id))
      recordEvent(ctx, 'connection.created', {}, { connectionId: id })
      recordAudit(ctx, { object: 'connection', action: 'created', id, name: body.name })
      return id
    }),
  )
  await tokenClaim.confirm(id, undefined)
  await accountClaim?.confirm(id, accountDetails(ctx, id))
  return id
}

/** @throws Refusal as `createConnection` */
export function assertNewConnection(ctx: CompanyContext, body: ConnectionBody) {
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  assertPlan(ctx, body.channel)
  assertNameFree(ctx, body.name)
  checkConnection(ctx, body)
}

/** @throws Refusal ERR_NO_OTHER_WHATSAPP */
export async function updateConnection(
  platform: Platform,
  ctx: CompanyContext,
  id: ConnectionId,
  body: UpdateConnectionBody,
) {
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  getConnection(ctx, id)
  const claim = body.token ? await claimToken(platform, ctx, body.token, id) : undefined
  await whileClaimed([claim], () => changeConnection(ctx, id, body))
  await claim?.confirm(id, undefined)
}

/** A token is claimed. @throws Refusal as `updateConnection` */
export function changeConnection(ctx: CompanyContext, id: ConnectionId, given: UpdateConnectionBody) {
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const { companyId, ...body } = given
  refuseOtherCompany(ctx, companyId)
  ctx.transaction(() => {
    const connection = getConnection(ctx, id)
    const queues = listConnectionQueues(ctx).get(id) ?? []
    const before = bodyOf(
      connection,
      queues.map((queue) => queue.id),
    )
    const after: ConnectionBody = { ...before, ...withoutMissing(withFlows(body)) }
    if (after.channel !== before.channel) refuse('ERR_INVALID_INPUT', { fields: { channel: 'fixed' } })
    const key = changedNameKey(after.name, before.name)
    if (key.nameKey !== undefined) assertNameFree(ctx, after.name, id)
    checkConnection(ctx, after, before)
    if (before.isDefault && !after.isDefault) refuse('ERR_NO_OTHER_WHATSAPP', { fields: { isDefault: 'required' } })
    const { token } = after
    ctx.db
      .update(connectionTable)
      .set({ ...connectionColumns(after), ...key, ...(token && tokenColumns(ctx, token)), updatedAt: ctx.now })
      .where(eq(connectionTable.id, id))
      .run()
    setConnectionQueues(ctx, id, after.queueIds)
    if (after.isDefault) makeDefault(ctx, id)
    if (asksForImport(after, before)) restartImport(ctx, id)
    else if (before.enableImportMessage && !after.enableImportMessage) cancelMessageImport(ctx, id)
    recordEvent(ctx, 'connection.updated', {}, { connectionId: id })
    const isSameToken = token !== undefined && hashSecret(token) === connection.tokenHash
    auditConnection(ctx, id, before, isSameToken ? { ...after, token: before.token } : after)
  })
}

function auditConnection(ctx: CompanyContext, id: ConnectionId, before: ConnectionBody, after: ConnectionBody) {
  const namesOf = ({ queueIds }: ConnectionBody) => queueIds.map((id) => findQueue(ctx, id)?.name ?? id).join(', ')
  const [from, to] = [before, after].map((body) => ({ ...body, queueIds: namesOf(body) })) as [object, object]
  const changes = differences(from, to)
  if (changes.length > 0) recordAudit(ctx, { object: 'connection', action: 'updated', id, name: after.name, changes })
}

/** `flowIdsScheduled` wins. */
function withFlows<Body extends UpdateConnectionBody>({ selectedFlowIds, ...body }: Body) {
  return selectedFlowIds ? { flowIdsScheduled: selectedFlowIds, ...body } : body
}

/** The phone sends its history when pairing. */
function restartImport(ctx: CompanyContext, id: ConnectionId) {
  const connection = getConnection(ctx, id)
  requestMessageImport(ctx, connection)
  const { company } = ctx
  if (connection.status === 'DISCONNECTED' && connection.number === '') return
  assertWithinPlan(ctx, connection)
  const isPaired = channelRules[connection.channel].history === 'phone'
  afterCommit(ctx, () => connectionControl(ctx)[isPaired ? 'renew' : 'reopen'](company.id, id))
}

function assertPlan(ctx: CompanyContext, channel: ConnectionBody['channel']) {
  requirePlan(ctx, channelRules[channel].planFlag)
  const limit = ctx.plan.connections
  if (countConnections(ctx) >= limit) refuse('ERR_PLAN_LIMIT', { body: { limit: 'connections', most: limit } })
}

function assertNameFree(ctx: CompanyContext, name: string, ownId: ConnectionId = 0) {
  const taken = ctx.db
    .select({ id: connectionTable.id })
    .from(connectionTable)
    .where(and(eq(connectionTable.nameKey, nameKey(name)), ne(connectionTable.id, ownId)))
    .get()
  if (taken) refuse('ERR_CONNECTION_NAME_ALREADY_EXISTS', { fields: { name: 'nameTaken' } })
}

/** Unique on the platform, so that nobody sends from another company's number. */
async function claimToken({ names }: Platform, ctx: CompanyContext, token: string, recordId?: ConnectionId) {
  const claim = await names.tokens.claim(hashSecret(token), { companyId: ctx.company.id, recordId })
  return claim ?? refuse('ERR_INVALID_INPUT', { fields: { token: 'taken' } })
}

/** A unique index requires removing the previous one first. */
function makeDefault(ctx: CompanyContext, id: ConnectionId) {
  const former = findDefaultConnection(ctx)
  if (former?.id === id) return
  if (former) {
    ctx.db.update(connectionTable).set({ isDefault: false }).where(eq(connectionTable.id, former.id)).run()
    recordEvent(ctx, 'connection.updated', {}, { connectionId: former.id })
  }
  ctx.db.update(connectionTable).set({ isDefault: true }).where(eq(connectionTable.id, id)).run()
}

/** Between fields and with the company. @throws Refusal ERR_INVALID_INPUT naming every field, ERR_WAPP_GREETING_REQUIRED */
function checkConnection(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody) {
  const rates = isSettingEnabled(ctx, 'userRating')
  const fields = {
    ...queueErrors(ctx, after, before),
    ...connectionErrors(after, { rates, today: localDay(ctx.now, timeZoneOf(ctx)), before }),
    ...botErrors(ctx, after, before),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
  if (new Set(after.queueIds).size > 1 && !after.greetingMessage.trim()) {
    refuse('ERR_WAPP_GREETING_REQUIRED', { fields: { greetingMessage: 'required' } })
  }
}

function queueErrors(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody): Record<string, string> {
  const { queueIds, sendIdQueue, queueIdImportMessages, channel } = after
  const isUnknown = (id: number | null) => id !== null && !findQueue(ctx, id)
  const imports = asksForImport(after, before)
  return {
    ...(existingQueueIds(ctx, queueIds).length < new Set(queueIds).size ? { queueIds: 'unknown' } : {}),
    ...(isUnknown(sendIdQueue) ? { sendIdQueue: 'unknown' } : {}),
    ...(imports && isUnknown(queueIdImportMessages) ? { queueIdImportMessages: 'unknown' } : {}),
    ...(imports && !channelRules[channel].history ? { enableImportMessage: 'unavailable' } : {}),
  }
}

const answering = ['integrationId', 'promptId', 'agentId'] as const
const kinds = {
  integrationId: 'integration',
  promptId: 'prompt',
  agentId: 'agent',
  flowIdWelcome: 'flow',
  flowIdNotPhrase: 'flow',
} as const satisfies Partial<Record<keyof ConnectionBody, BotRecordKind>>
type Field = keyof typeof kinds

/** @throws Refusal ERR_PLAN_LIMIT */
function botErrors(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody): Record<string, string> {
  const isChanged = (field: Field | 'flowIdsScheduled') => String(after[field]) !== String(before?.[field] ?? '')
  const given = keysOf(kinds).filter((field) => after[field] !== null)
  const changed = given.filter(isChanged)
  const scheduled = isChanged('flowIdsScheduled') ? after.flowIdsScheduled : []
  if (scheduled.length > 0 || changed.some((field) => kinds[field] === 'flow' || field === 'integrationId')) {
    requirePlan(ctx, 'useIntegrations')
  }
  if (changed.includes('promptId') || changed.includes('agentId')) requirePlan(ctx, 'useOpenAi')
  const unknown = changed.filter((field) => !botRecordExists(ctx, kinds[field], Number(after[field])))
  const hasUnknownFlow = scheduled.some((id) => !botRecordExists(ctx, 'flow', id))
  const chosen = answering.filter((field) => after[field] !== null)
  return {
    ...Object.fromEntries(unknown.map((field) => [field, 'unknown'])),
    ...(hasUnknownFlow ? { flowIdsScheduled: 'unknown' } : {}),
    ...Object.fromEntries(chosen.slice(1).map((field) => [field, 'onlyOne'])),
  }
}
