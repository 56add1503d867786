import {
  type Address,
  type Channel,
  ChannelError,
  type ChatState,
  type Content,
  type Party,
} from '../../channel/channel'
import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { type ErrorCode, refuse } from '../../kernel/errors'
import type { ConnectionId } from '../../kernel/ids'
import type { WritePiece } from '../../kernel/outgoing/guarded-fetch'
import { connectionTable } from '../connection.tables'

export function openChannel(ctx: CompanyContext, connectionId: ConnectionId): Channel {
  return findChannel(ctx, connectionId) ?? refuse('ERR_WAPP_NOT_INITIALIZED')
}

export function findChannel(ctx: CompanyContext, connectionId: ConnectionId): Channel | undefined {
  return ctx.company.services.ports.connections.channel(ctx.company.id, connectionId)
}

/** The default, else any that is connected. */
export function findConnectionToAsk(ctx: CompanyContext): ConnectionId | undefined {
  const rows = ctx.db
    .select({ id: connectionTable.id, channel: connectionTable.channel, isDefault: connectionTable.isDefault })
    .from(connectionTable)
    .all()
  const up = rows.filter(({ id, channel }) => channelRules[channel].numberLookup && findChannel(ctx, id))
  return (up.find(({ isDefault }) => isDefault) ?? up[0])?.id
}

/** Undefined without an account. @throws Refusal ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_CHECK_CONTACT */
export async function checkNumber(
  ctx: CompanyContext,
  number: string,
  connectionId = findConnectionToAsk(ctx) ?? refuse('ERR_WAPP_NOT_INITIALIZED'),
): Promise<Party | undefined> {
  const [party] = await checkNumbers(ctx, [number], connectionId)
  return party
}

export async function checkNumbers(
  ctx: CompanyContext,
  numbers: readonly string[],
  connectionId: ConnectionId,
): Promise<(Party | undefined)[]> {
  const channel = openChannel(ctx, connectionId)
  const digits = numbers.map((number) => number.replace(/\D/g, ''))
  return orRefuse('ERR_WAPP_CHECK_CONTACT', channel.checkNumbers?.(digits) ?? refuse('ERR_CHANNEL_CANNOT'))
}

export async function fetchPicture(ctx: CompanyContext, connectionId: ConnectionId, of: Address) {
  return findChannel(ctx, connectionId)
    ?.fetchPicture?.(of)
    .catch(() => undefined)
}

export async function fetchMedia(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  content: Extract<Content, { source: unknown }>,
  key: Record<string, unknown>,
  write: WritePiece,
): Promise<void> {
  const channel = findChannel(ctx, connectionId)
  if (!channel) throw new ChannelError('offline', 'The connection is down')
  return channel.fetchMedia(content, key, write)
}

export async function checkAccess(ctx: CompanyContext) {
  for (const { id } of ctx.db.select({ id: connectionTable.id }).from(connectionTable).all()) {
    await findChannel(ctx, id)?.checkAccess?.()
  }
}

export async function setTyping(ctx: CompanyContext, connectionId: ConnectionId, to: Address, state: ChatState) {
  await findChannel(ctx, connectionId)
    ?.setTyping?.(to, state)
    .catch(() => {})
}

export async function watchTyping(ctx: CompanyContext, connectionId: ConnectionId, to: Address) {
  await findChannel(ctx, connectionId)
    ?.watchTyping?.(to)
    .catch(() => {})
}

async function orRefuse<T>(code: ErrorCode, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ChannelError) refuse(code, { message: error.message })
    throw error
  }
}
