import { eq } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { hashSecret } from '../../kernel/config/sealed-secret'
import { recordColumns, time, uniqueNameColumns } from '../../kernel/database/columns'
import { refuse } from '../../kernel/errors'
import { IdParams } from '../../kernel/http/request-parts'
import { randomToken } from '../../kernel/ids'
import { defineRecord } from '../../kernel/record/define-record'
import { viewOf } from '../../kernel/record/record-view'
import { Done } from '../../kernel/http/calls'
import { localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { whileClaimed } from '../../platform/names/names'
import type { Platform } from '../../platform/platform'
import { findConnection } from '../connection.queries'
import { type ApiTokenBody, ApiTokenForm, type ApiScope, apiScopes } from './api-token.contract'

export const apiTokenTable = sqliteTable('api_token', {
  ...recordColumns,
  ...uniqueNameColumns,
  scopes: text('scopes').notNull(),
  connections: text('connections').notNull(),
  expiresOn: text('expires_on'),
  prefix: text('prefix').notNull(),
  hash: text('hash').notNull(),
  createdBy: text('created_by').notNull(),
  lastUsedAt: time('last_used_at'),
  lastUsedAddress: text('last_used_address').notNull().default(''),
})
export type ApiToken = typeof apiTokenTable.$inferSelect

export const ApiTokenView = viewOf(apiTokenTable, {
  hash: 'hidden',
  connections: 'hidden',
  scopes: v.array(v.picklist(apiScopes)),
  connectionIds: v.array(v.number()),
  isExpired: v.boolean(),
})
export type ApiTokenView = v.InferOutput<typeof ApiTokenView>

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    apiToken: ApiTokenView
  }
}

const listed = (texts: string) => (texts === '' ? [] : texts.split(','))
export const scopesOf = ({ scopes }: ApiToken) => listed(scopes) as ApiScope[]
export const connectionIdsOf = ({ connections }: ApiToken) => listed(connections).map(Number)

export const isExpired = (ctx: CompanyContext, { expiresOn }: ApiToken) =>
  expiresOn !== null && localDay(ctx.now, timeZoneOf(ctx)) > expiresOn

export const apiTokenRecords = defineRecord({
  subject: 'apiToken',
  path: '/api-tokens',
  table: apiTokenTable,
  view: ApiTokenView,
  unaudited: ['prefix', 'hash', 'createdBy', 'lastUsedAt', 'lastUsedAddress'],
  uniqueName: {},
  read: 'admins',
  change: isAdmin,
  plan: 'useExternalApi',
  list: { all: true },
  calls: {
    /** `token` is shown this once. */
    'POST /api-tokens': { body: ApiTokenForm, answer: v.object({ ...ApiTokenView.entries, token: v.string() }) },
    'PUT /api-tokens/:id': { params: IdParams, body: v.partial(ApiTokenForm), answer: ApiTokenView },
    'DELETE /api-tokens/:id': { params: IdParams, answer: Done },
  },
  present: (ctx) => (token) => ({
    scopes: scopesOf(token),
    connectionIds: connectionIdsOf(token),
    isExpired: isExpired(ctx, token),
  }),
})

/** The id by which sent messages name the token; ids of connections are above zero, these below. */
export const holderIdOf = (apiTokenId: number) => -apiTokenId

const secretLength = 40
const prefixLength = 8

/** Returns the row with the token, of which only the hash is kept. */
export async function createApiToken({ names }: Platform, ctx: CompanyContext, body: ApiTokenBody) {
  apiTokenRecords.assertMayChange(ctx)
  const columns = columnsOf(ctx, body)
  const token = `rcd_${randomToken(secretLength)}`
  const hash = hashSecret(token)
  const claim = (await names.tokens.claim(hash, { companyId: ctx.company.id })) ?? refuse('ERR_INVALID_INPUT')
  const row = await whileClaimed([claim], () => {
    const createdBy = ctx.actor.kind === 'user' ? ctx.actor.name : ''
    const values = { ...columns, name: body.name, prefix: token.slice(0, prefixLength), hash, createdBy }
    return apiTokenRecords.create(ctx, values)
  })
  await claim.confirm(holderIdOf(row.id), undefined)
  return { ...apiTokenRecords.present(ctx, row), token }
}

export function updateApiToken(ctx: CompanyContext, id: number, { name, ...body }: Partial<ApiTokenBody>) {
  const before = apiTokenRecords.openToChange(ctx, id)
  const given = {
    scopes: body.scopes ?? scopesOf(before),
    connectionIds: body.connectionIds ?? connectionIdsOf(before),
    expiresOn: body.expiresOn === undefined ? before.expiresOn : body.expiresOn,
  }
  const changes = { ...columnsOf(ctx, given, before), ...(name !== undefined && { name }) }
  return apiTokenRecords.present(ctx, apiTokenRecords.update(ctx, id, changes))
}

/** The token is refused from the commit on. */
export async function deleteApiToken({ names }: Platform, ctx: CompanyContext, id: number) {
  apiTokenRecords.openToChange(ctx, id)
  apiTokenRecords.remove(ctx, id)
  await names.tokens.release({ companyId: ctx.company.id, recordId: holderIdOf(id) })
  return { ok: true } as const
}

type Limits = Omit<ApiTokenBody, 'name'>

/** @throws Refusal ERR_INVALID_INPUT for an unknown connection or a day in the past */
function columnsOf(ctx: CompanyContext, { scopes, connectionIds, expiresOn }: Limits, before?: ApiToken) {
  const kept = before ? connectionIdsOf(before) : []
  const isUnknown = (id: number) => !kept.includes(id) && !findConnection(ctx, id)
  if (connectionIds.some(isUnknown)) refuse('ERR_INVALID_INPUT', { fields: { connectionIds: 'unknown' } })
  const isPast = expiresOn !== null && expiresOn < localDay(ctx.now, timeZoneOf(ctx))
  if (isPast && expiresOn !== before?.expiresOn) refuse('ERR_INVALID_INPUT', { fields: { expiresOn: 'past' } })
  return {
    scopes: apiScopes.filter((scope) => scopes.includes(scope)).join(','),
    connections: [...new Set(connectionIds)].join(','),
    expiresOn,
  }
}

const noteEachMs = 60_000

/** At most once a minute, because a program may call a hundred times a second. */
export function noteUse(ctx: CompanyContext, { id, lastUsedAt }: ApiToken, address: string) {
  if (lastUsedAt !== null && ctx.now.getTime() - lastUsedAt.getTime() < noteEachMs) return
  const used = { lastUsedAt: ctx.now, lastUsedAddress: address }
  ctx.transaction(() => void ctx.db.update(apiTokenTable).set(used).where(eq(apiTokenTable.id, id)).run())
}
