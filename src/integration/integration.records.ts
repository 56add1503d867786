import { failedRecord, lastBotErrors } from '../bot/bot-errors'
import type { CompanyContext } from '../kernel/company/company-context'
import { companyRecords } from '../kernel/record/company-records'
import { type PageQuery, presentRecord } from '../kernel/record/record-table'
import { maskAddress, readAddress } from '../kernel/config/sealed-address'
import { readSecret } from '../kernel/config/sealed-secret'
import { type IntegrationPick, IntegrationView } from './integration.calls'
import { canManageIntegrations } from './integration.policy'
import { integrationTable } from './integration.tables'
import { parseServiceAccount, type ServiceAccount } from './service-account.contract'

export type Integration = typeof integrationTable.$inferSelect

export const integrationRecords = companyRecords({
  subject: 'queueIntegration',
  table: integrationTable,
  notFound: 'ERR_NO_INTEGRATION_FOUND',
  read: 'admins',
  uniqueName: { taken: 'ERR_INTEGRATION_NAME_ALREADY_EXISTS' },
  change: canManageIntegrations,
  view: IntegrationView,
  present: (ctx) => (integration) => presentMasked(ctx, integration),
  changedBy: failedRecord('integration'),
})

export const findIntegration = (ctx: CompanyContext, id: number): Integration | undefined =>
  integrationRecords.find(ctx, id)

export function presentIntegration(
  ctx: CompanyContext,
  integration: Integration,
  errors = lastBotErrors(ctx, 'integration'),
): IntegrationView {
  const { jsonContent, secret, urlN8N, ...shown } = presentRecord(integration)
  const { sealer } = ctx.company.services
  const jsonContentState = readSecret(sealer, jsonContent).state
  return {
    ...shown,
    urlN8N: readAddress(sealer, urlN8N),
    jsonContentState,
    secretState: readSecret(sealer, secret).state,
    hasJsonContent: jsonContentState === 'set',
    clientEmail: readServiceAccount(ctx, integration)?.clientEmail ?? '',
    botError: errors.get(integration.id) ?? null,
  }
}

/** Presents an integration with its address masked, for lists and live events. */
function presentMasked(ctx: CompanyContext, integration: Integration, errors?: ReturnType<typeof lastBotErrors>) {
  const view = presentIntegration(ctx, integration, errors)
  return { ...view, urlN8N: maskAddress(view.urlN8N) }
}

/** Returns the address given for an integration; the stored one if it is the masked one of a list. */
export function addressFor(
  { company }: CompanyContext,
  given: string,
  stored: Pick<Integration, 'urlN8N'> | undefined,
) {
  const address = readAddress(company.services.sealer, stored?.urlN8N ?? '')
  return given === maskAddress(address) ? address : given
}

/** Returns the service account of a Dialogflow agent; undefined without a readable one. */
export function readServiceAccount(
  { company }: CompanyContext,
  { jsonContent }: Pick<Integration, 'jsonContent'>,
): ServiceAccount | undefined {
  const secret = readSecret(company.services.sealer, jsonContent)
  return secret.state === 'set' ? parseServiceAccount(secret.text) : undefined
}

/** Returns the secret that signs calls; empty without a readable one. */
export function readSigningSecret({ company }: CompanyContext, { secret }: Pick<Integration, 'secret'>): string {
  const read = readSecret(company.services.sealer, secret)
  return read.state === 'set' ? read.text : ''
}

export function listIntegrations(ctx: CompanyContext, query: PageQuery) {
  integrationRecords.assertMayRead(ctx)
  const errors = lastBotErrors(ctx, 'integration')
  const { rows, ...page } = integrationRecords.listPage(ctx, query)
  return { queueIntegrations: rows.map((row) => presentMasked(ctx, row, errors)), ...page }
}

export function listIntegrationPicks(ctx: CompanyContext): IntegrationPick[] {
  return integrationRecords.list(ctx).map(({ id, name, type }) => ({ id, name, type }))
}
