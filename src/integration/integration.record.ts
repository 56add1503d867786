import { isAdmin } from '../kernel/company/actor'
import * as v from 'valibot'
import { BotErrorView } from '../bot/bot-error.contract'
import { failedRecord, lastBotErrors, forgetBot } from '../bot/bot-errors'
import type { CompanyContext } from '../kernel/company/company-context'
import { readSecret, maskAddress, readAddress } from '../kernel/config/sealed-secret'
import { IdParams } from '../kernel/http/request-parts'
import { defineRecord } from '../kernel/record/define-record'
import { viewOf } from '../kernel/record/record-view'
import { type IntegrationPick, IntegrationTestAnswer } from './integration.calls'
import {
  IntegrationBody,
  ListIntegrationsQuery,
  TestIntegrationBody,
  UpdateIntegrationBody,
  parseServiceAccount,
  type ServiceAccount,
} from './integration.contract'
import { integrationTable } from './integration.tables'

export type Integration = typeof integrationTable.$inferSelect

/** `unreadable`: sealed by another host. */
const SecretState = v.picklist(['none', 'set', 'unreadable'])

/** `urlN8N`: masked in lists; empty when another host sealed it. */
export const IntegrationView = viewOf(integrationTable, {
  jsonContent: 'hidden',
  secret: 'hidden',
  jsonContentState: SecretState,
  secretState: SecretState,
  hasJsonContent: v.boolean(),
  clientEmail: v.string(),
  botError: v.nullable(BotErrorView),
})
export type IntegrationView = v.InferOutput<typeof IntegrationView>

declare module '../kernel/record/record-change.contract' {
  interface Records {
    queueIntegration: IntegrationView
  }
}

/** A pasted service account. */
const limits = { jsonBytesMax: 128 * 1024 }

export const integrationRecords = defineRecord({
  subject: 'queueIntegration',
  path: '/queueIntegration',
  list: { as: 'queueIntegrations', query: ListIntegrationsQuery },
  table: integrationTable,
  view: IntegrationView,
  notFound: 'ERR_NO_INTEGRATION_FOUND',
  uniqueName: { taken: 'ERR_INTEGRATION_NAME_ALREADY_EXISTS' },
  read: 'admins',
  change: isAdmin,
  plan: 'useIntegrations',
  calls: {
    'POST /queueIntegration/testSession': { body: TestIntegrationBody, limits, answer: IntegrationTestAnswer },
    'GET /queueIntegration/:id': { params: IdParams, answer: IntegrationView },
    'POST /queueIntegration': { body: IntegrationBody, limits, answer: IntegrationView },
    'PUT /queueIntegration/:id': { params: IdParams, body: UpdateIntegrationBody, limits, answer: IntegrationView },
  },
  present(ctx) {
    const errors = lastBotErrors(ctx, 'integration')
    const { sealer } = ctx.company.services
    return (integration) => {
      const jsonContentState = readSecret(sealer, integration.jsonContent).state
      return {
        urlN8N: maskAddress(readAddress(sealer, integration.urlN8N)),
        jsonContentState,
        secretState: readSecret(sealer, integration.secret).state,
        hasJsonContent: jsonContentState === 'set',
        clientEmail: readServiceAccount(ctx, integration)?.clientEmail ?? '',
        botError: errors.get(integration.id) ?? null,
      }
    }
  },
  /** Connections and queues use their menu; its tickets wait for an agent. */
  deletes: (ctx, { id }) => forgetBot(ctx, 'integration', id),
  changedBy: failedRecord('integration'),
})

export const findIntegration = (ctx: CompanyContext, id: number): Integration | undefined =>
  integrationRecords.find(ctx, id)

export function presentIntegration(ctx: CompanyContext, integration: Integration): IntegrationView {
  const urlN8N = readAddress(ctx.company.services.sealer, integration.urlN8N)
  return { ...integrationRecords.present(ctx, integration), urlN8N }
}

/** The masked one of a list is the stored one. */
export function addressFor(
  { company }: CompanyContext,
  given: string,
  stored: Pick<Integration, 'urlN8N'> | undefined,
) {
  const address = readAddress(company.services.sealer, stored?.urlN8N ?? '')
  return given === maskAddress(address) ? address : given
}

export function readServiceAccount(
  { company }: CompanyContext,
  { jsonContent }: Pick<Integration, 'jsonContent'>,
): ServiceAccount | undefined {
  const secret = readSecret(company.services.sealer, jsonContent)
  return secret.state === 'set' ? parseServiceAccount(secret.text) : undefined
}

export function readSigningSecret({ company }: CompanyContext, { secret }: Pick<Integration, 'secret'>): string {
  const read = readSecret(company.services.sealer, secret)
  return read.state === 'set' ? read.text : ''
}

export function listIntegrationPicks(ctx: CompanyContext): IntegrationPick[] {
  return integrationRecords.list(ctx).map(({ id, name, type }) => ({ id, name, type }))
}
