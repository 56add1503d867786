import { and, eq } from 'drizzle-orm'
import { channelRules } from '../channel/channel-rules.contract'
import type { TemplatePart } from '../channel/channel'
import type { NoticeEffect } from '../channel/channel-provider'
import { findProvider, getConnection, canManageConnections } from '../connection/connection.queries'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { composeTemplate, faultsOf, isNumber } from './compose-template.contract'
import { fileFormatOf, variablesOf } from './fill-template.contract'
import { planSync, storeTemplate, syncTemplates } from './sync-templates'
import type { TemplateBody, TemplateFileQuery } from './template.contract'
import { getTemplate, presentTemplate } from './template.queries'
import { templateSyncTable, templateTable } from './template.tables'
import { exampleFaultOf } from './use-template'

export async function createTemplate(ctx: CompanyContext, body: TemplateBody) {
  const provider = getProvider(ctx, body.whatsappId)
  const fields = faultsOf(body)
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
  const parts = composeTemplate(body)
  const variables = variablesOf(parts)
  const { name, language, category, whatsappId: connectionId } = body
  const isNamed = variables.some(({ part, name: variable }) => part !== 'button' && !isNumber(variable))
  const components = withExamples(parts, body)
  const created = await provider.create({ name, language, category, components }, isNamed)
  const later = createContext(ctx.company, ctx.actor)
  const template = { ...created, name, language, category, reason: '', quality: '', components: components }
  return later.transaction(() => {
    storeTemplate(later, connectionId, template, later.now)
    recordEvent(later, 'template.changed', {}, { connectionId })
    // Meta writes the texts.
    if (category === 'AUTHENTICATION') planSync(later, connectionId)
    const all = later.db.select().from(templateTable).where(eq(templateTable.connectionId, connectionId)).all()
    const stored = all.find(({ providerId }) => providerId === created.providerId) ?? refuse('ERR_NO_TEMPLATE_FOUND')
    return presentTemplate(stored)
  })
}

/** For the review. @throws Refusal ERR_INVALID_INPUT at `headerHandle`, and as `createTemplate` */
export async function uploadExample(ctx: CompanyContext, { whatsappId, format }: TemplateFileQuery, file: File) {
  const provider = getProvider(ctx, whatsappId)
  const fault = exampleFaultOf(format, file)
  if (fault) refuse('ERR_INVALID_INPUT', { fields: { headerHandle: fault } })
  return { handle: await provider.upload(file) }
}

/** At the provider, too. @throws Refusal ERR_NO_TEMPLATE_FOUND, and as `createTemplate` */
export async function deleteTemplate(ctx: CompanyContext, id: number) {
  assertMayManage(ctx)
  const { connectionId, name, providerId } = getTemplate(ctx, id)
  const provider = getProvider(ctx, connectionId)
  await provider.remove(name, providerId)
  const later = createContext(ctx.company, ctx.actor)
  later.transaction(() => {
    later.db.delete(templateTable).where(eq(templateTable.id, id)).run()
    recordEvent(later, 'template.changed', {}, { connectionId })
  })
  return { ok: true } as const
}

export async function syncNow(ctx: CompanyContext, connectionId: number) {
  getProvider(ctx, connectionId)
  await syncTemplates(() => createContext(ctx.company, ctx.actor), connectionId)
  return getSyncState(ctx, connectionId)
}

/** @throws Refusal ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND */
export function getSyncState(ctx: CompanyContext, connectionId: number) {
  assertMayManage(ctx)
  getConnection(ctx, connectionId)
  const row = ctx.db.select().from(templateSyncTable).where(eq(templateSyncTable.connectionId, connectionId)).get()
  return { whatsappId: connectionId, syncedAt: row?.syncedAt?.toISOString() ?? null, error: row?.error ?? '' }
}

function assertMayManage(ctx: CompanyContext) {
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
}

/** @throws Refusal ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND, ERR_CHANNEL_CANNOT, ERR_WAPP_NOT_INITIALIZED */
function getProvider(ctx: CompanyContext, connectionId: number) {
  assertMayManage(ctx)
  const connection = getConnection(ctx, connectionId)
  if (!channelRules[connection.channel].templates) refuse('ERR_CHANNEL_CANNOT')
  return findProvider(ctx, connectionId)?.openTemplates?.(ctx, connectionId) ?? refuse('ERR_WAPP_NOT_INITIALIZED')
}

function withExamples(
  parts: readonly TemplatePart[],
  { examples, headerHandle, buttons }: Pick<TemplateBody, 'examples' | 'headerHandle' | 'buttons'>,
): TemplatePart[] {
  const variables = variablesOf(parts)
  return parts.map((part) => {
    const own = variables.filter(({ part: of }) => of === part.type.toLowerCase())
    const named = own.map(({ key, name }) => ({ param_name: name, example: examples[key] ?? '' }))
    const inOrder = own.map(({ key }) => examples[key] ?? '')
    const isNamed = own.some(({ name }) => !isNumber(name))
    if (part.type === 'BUTTONS') return withButtonExample(part, buttons)
    if (fileFormatOf([part])) return { ...part, example: { header_handle: [headerHandle] } }
    if (own.length === 0) return part
    if (part.type === 'HEADER') {
      return { ...part, example: isNamed ? { header_text_named_params: named } : { header_text: inOrder } }
    }
    return { ...part, example: isNamed ? { body_text_named_params: named } : { body_text: [inOrder] } }
  })
}

function withButtonExample(part: TemplatePart, given: TemplateBody['buttons']): TemplatePart {
  const buttons = (part.buttons ?? []).map((button, index) => {
    const value = given[index]?.example
    if (button.type === 'COPY_CODE') return { ...button, example: value }
    return value && button.url?.includes('{{')
      ? { ...button, example: [button.url.replace('{{1}}', () => value)] }
      : button
  })
  return { ...part, buttons }
}

/** Reads all: a report does not tell everything. */
export function noteTemplateChange(ctx: CompanyContext, { connectionId, template }: NoticeEffect) {
  if (!template) return
  const { providerId, ...change } = template
  ctx.transaction(() => {
    const ofConnection = eq(templateTable.connectionId, connectionId)
    const known = ctx.db
      .update(templateTable)
      .set({ ...change, updatedAt: ctx.now })
      .where(and(ofConnection, eq(templateTable.providerId, providerId)))
      .returning({ id: templateTable.id })
      .get()
    if (known) recordEvent(ctx, 'template.changed', {}, { connectionId })
    planSync(ctx, connectionId)
  })
}
