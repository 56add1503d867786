import { asc, eq, sql } from 'drizzle-orm'
import { connectionTable } from '../../connection/connection.tables'
import { contactTable } from '../../contact/contact.tables'
import { maskContact, maskText } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { required } from '../../kernel/errors'
import type { MessageId } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import { mustMask } from '../../setting/setting.queries'
import { userTable } from '../../user/user.tables'
import { getMessage, type MessageRow } from '../message.queries'
import { messageChargeTable, messageStepTable, messageTable } from '../message.tables'
import { type MessageTrace, type StepData, stepRetentionDays, type TraceStep } from './message-trace.contract'

// A join, because a message is told with the names of its author, contact and connection.

type OfMessage = { id: MessageId }

const isAuthor = eq(userTable.id, sql`coalesce(${messageTable.userId}, ${messageTable.data} ->> '$.authorId')`)

const statements = {
  names: statement((db, of: OfMessage) =>
    db
      .select({
        userId: userTable.id,
        userName: userTable.name,
        contactName: contactTable.name,
        contactNumber: contactTable.number,
        connectionName: connectionTable.name,
        category: messageChargeTable.category,
        isBillable: messageChargeTable.isBillable,
      })
      .from(messageTable)
      .leftJoin(userTable, isAuthor)
      .leftJoin(contactTable, eq(contactTable.id, messageTable.contactId))
      .leftJoin(connectionTable, eq(connectionTable.id, messageTable.connectionId))
      .leftJoin(messageChargeTable, eq(messageChargeTable.messageId, messageTable.id))
      .where(eq(messageTable.id, of.id)),
  ),
  steps: statement((db, of: OfMessage) => {
    const { messageId, step, kind, at, times, lastAt, userId, data } = messageStepTable
    return (
      db
        .select({ kind, at, times, lastAt, userId, data, userName: userTable.name })
        .from(messageStepTable)
        .leftJoin(userTable, eq(userTable.id, userId))
        .where(eq(messageId, of.id))
        // An answer is noted when it comes, at the time of its attempt.
        .orderBy(asc(at), asc(step))
    )
  }),
}

/** @throws Refusal ERR_NO_MESSAGE_FOUND for those that the actor does not see */
export function getMessageTrace(ctx: CompanyContext, id: MessageId): MessageTrace {
  const { message, ticket } = getMessage(ctx, id)
  const names = required(statements.names.get(ctx, { id }), 'ERR_NO_MESSAGE_FOUND')
  const { userId, contactName: name, contactNumber: number, connectionName, category, isBillable } = names
  const isMasked = mustMask(ctx)
  const contact = name === null ? null : { name, number: number ?? '' }
  const oldest = addMs(ctx.now, -stepRetentionDays * dayMs)
  const isComplete = message.createdAt >= oldest && !ticket.imported
  const isFromPhone = message.fromMe && message.providerData !== null
  const steps = statements.steps.all(ctx, { id }).map((step): TraceStep => {
    const { kind, at, lastAt, times, data } = step
    const user = named(step.userId, step.userName)
    return { kind, at: at.toISOString(), lastAt: lastAt.toISOString(), times, user, data: shown(ctx, data, isMasked) }
  })
  const isReceived = !message.fromMe || isFromPhone
  if (isReceived && isComplete && steps.every(({ kind }) => kind !== 'received')) steps.unshift(promptReceipt(message))
  return {
    id,
    createdAt: message.createdAt.toISOString(),
    fromMe: message.fromMe,
    isPrivate: message.isPrivate,
    isForwarded: message.isForwarded,
    isDeleted: message.isDeleted,
    isFromPhone,
    user: named(userId, names.userName),
    contactName: contact && (isMasked ? maskContact(ctx, contact).name : contact.name),
    connection: named(message.connectionId, connectionName),
    channel: ticket.channel,
    providerId: message.providerId,
    sendAfter: message.sendAfter?.toISOString() ?? null,
    charge: category === null || isBillable === null ? null : { category, isBillable },
    isComplete,
    steps,
  }
}

/** Messages that came at once have no step for it. */
function promptReceipt({ createdAt }: MessageRow): TraceStep {
  const at = createdAt.toISOString()
  return { kind: 'received', at, lastAt: at, times: 1, user: null, data: {} }
}

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

/** A provider's error may name the number. */
function shown(ctx: CompanyContext, data: StepData | null, isMasked: boolean): StepData {
  if (!data?.error || !isMasked) return data ?? {}
  return { ...data, error: maskText(ctx, data.error) }
}
