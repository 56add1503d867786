import { channelRules } from '../channel/channel-rules.contract'
import { findConnection } from '../connection/connection.queries'
import type { ContactRow } from '../contact/contact.queries'
import { maskText, unmasked } from '../contact/number/mask-number'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { timeZoneOf, wallClock } from '../kernel/time/time-zone'
import { isInReplyWindow } from '../message/compose/compose-messages'
import { replaceVariables, variableValues } from '../message/compose/message-variables.contract'
import { fillTemplate, hasUnknownVariable } from '../template/fill-template.contract'
import type { TemplateChoice } from '../template/template.contract'
import { findTemplate } from '../template/template.queries'
import { fileFaultOf, findTemplateFault, prepareTemplate } from '../template/use-template'

interface File {
  type: string
  size: number
}

interface Chosen {
  template?: TemplateChoice | null
  connectionId?: number | null
}

export function templateFaults(ctx: CompanyContext, { template, connectionId }: Chosen, file: File | undefined) {
  const faults: Record<string, string> = {}
  if (!template) return faults
  const connection = connectionId ? findConnection(ctx, connectionId) : undefined
  if (!connection || !channelRules[connection.channel].templates) return { template: 'templateUnknown' }
  const fault = findTemplateFault(ctx, connection.id, template)
  if (fault) return { template: fault }
  const components = findTemplate(ctx, connection.id, template)?.components ?? []
  for (const [key, error] of Object.entries(fillTemplate(components, template.values).errors)) {
    // Filled in, a value has another length.
    if (error === 'required') faults[`template.values.${key}`] = error
  }
  const known = contactVariables(ctx, { name: 'x', number: 'x' }, connection.name)
  for (const [key, typed] of Object.entries(template.values)) {
    if (hasUnknownVariable(typed, replaceVariables(typed, known))) faults[`template.values.${key}`] = 'unknownVariable'
  }
  const wrongFile = fileFaultOf(components, file)
  return wrongFile ? { ...faults, mediaPath: wrongFile } : faults
}

interface Due {
  contact: ContactRow
  template: TemplateChoice | null
  connectionId: number | null
  body: string
  file: File | undefined
}

/** Undefined where its text is sent. @throws Refusal as `prepareTemplate` */
export function dueTemplate(ctx: CompanyContext, { contact, template, connectionId, body, file }: Due) {
  const connection = connectionId === null ? undefined : findConnection(ctx, connectionId)
  if (!template || !connection) return undefined
  const chat = { channel: connection.channel, contactId: contact.id, connectionId: connection.id }
  if (body.trim() !== '' && isInReplyWindow(ctx, chat)) return undefined
  if (!channelRules[connection.channel].templates) refuse('ERR_CHANNEL_CANNOT')
  const known = contactVariables(ctx, contact, connection.name)
  const values = mapValues(template, (value) => replaceVariables(value, known))
  return prepareTemplate(ctx, connection.id, { ...template, values }, file)
}

/** Variables that need no ticket. */
function contactVariables(
  ctx: CompanyContext,
  { name, number }: Pick<ContactRow, 'name' | 'number'>,
  connection: string,
) {
  const { name: company } = ctx.company.services.about(ctx.company.id)
  return variableValues({
    contact: { name, number },
    userName: '',
    queue: '',
    connection,
    company,
    ticketId: 0,
    createdDay: '',
    now: wallClock(ctx.now, timeZoneOf(ctx)),
  })
}

function mapValues({ values }: TemplateChoice, map: (value: string, key: string) => string): TemplateChoice['values'] {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
}

export const maskTemplate = (ctx: CompanyContext, template: TemplateChoice | null) =>
  template && { ...template, values: mapValues(template, (value) => maskText(ctx, value)) }

export const unmaskTemplate = (ctx: CompanyContext, template: TemplateChoice, before: TemplateChoice | null) => ({
  ...template,
  values: mapValues(template, (value, key) => unmasked(ctx, value, before?.values[key] ?? '')),
})
