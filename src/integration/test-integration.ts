import { perCompany } from '../kernel/company/company-files'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { createRateLimit } from '../kernel/http/rate-limit'
import { describeCompany } from '../webhook/describe-event'
import type { BotAnswer } from './bot-answer'
import { checkActions } from './apply-bot-answer'
import { askDialogflow } from './dialogflow/ask-dialogflow'
import { integrationErrorOf } from './integration-error'
import type { IntegrationTestAnswer } from './integration.calls'
import { missingFields, type TestIntegrationBody, parseServiceAccount } from './integration.contract'
import {
  addressFor,
  type Integration,
  integrationRecords,
  readServiceAccount,
  readSigningSecret,
} from './integration.record'
import { askTypebot } from './typebot/ask-typebot'
import { askWebhook } from './webhook/ask-webhook'

const timeoutMs = 25_000
const limits = perCompany(() => createRateLimit({ limit: 10, windowMs: 60_000 }))
const greetings = { 'pt-BR': 'Olá', en: 'Hi', es: 'Hola' } as const

/** Once, to no contact. @throws Refusal ERR_INTEGRATION_FAILED; ERR_TOO_MANY_REQUESTS after ten calls a minute */
export async function testIntegration(ctx: CompanyContext, body: TestIntegrationBody): Promise<IntegrationTestAnswer> {
  const missing = missingFields(body)
  if (Object.keys(missing).length > 0) refuse('ERR_INVALID_INPUT', { fields: missing })
  limits(ctx.company).take('', ctx.now.getTime())
  const stored = body.id === null ? undefined : integrationRecords.get(ctx, body.id)
  const asked = { ...body, urlN8N: addressFor(ctx, body.urlN8N, stored) }
  const startedMs = performance.now()
  try {
    const { replies, actions, problems } = await ask(ctx, asked, stored)
    const messages = replies.map((one) => ('url' in one ? one.url : one.text))
    const found = [...problems, ...checkActions(createContext(ctx.company), actions).unknown]
    return {
      messages,
      durationMs: Math.round(performance.now() - startedMs),
      problems: found.map(({ code, message }) => ({ code, message })),
    }
  } catch (error) {
    const { code, message } = integrationErrorOf(error)
    return refuse('ERR_INTEGRATION_FAILED', { body: { reason: code, detail: message } })
  }
}

function ask(ctx: CompanyContext, body: TestIntegrationBody, stored: Integration | undefined): Promise<BotAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const { id: companyId, services } = ctx.company
  const call = services.outgoing.of(companyId, 'bot')
  const text = greetings[body.language]
  const id = Bun.randomUUIDv7()
  switch (body.type) {
    case 'dialogflow': {
      const account = accountFor(ctx, body, stored)
      const { projectName, language } = body
      const question = { projectName, account, language, sessionId: id, input: { text } }
      return askDialogflow(() => createContext(ctx.company), question, signal)
    }
    case 'typebot': {
      const { urlN8N: baseUrl, typebotSlug: slug } = body
      const question = { baseUrl, slug, delayMs: 0, unknownText: '', variables: {}, now: ctx.now }
      return askTypebot(call, question, signal)
    }
    default: {
      const secret = body.secret || (stored ? readSigningSecret(ctx, stored) : '')
      const content = { id, event: 'ping', createdAt: ctx.now.toISOString(), company: describeCompany(ctx) }
      const question = { url: body.urlN8N, secret, deliveryId: id, event: 'ping', turn: 0, at: ctx.now }
      return askWebhook(call, { ...question, body: JSON.stringify(content) }, signal)
    }
  }
}

function accountFor(ctx: CompanyContext, { jsonContent }: TestIntegrationBody, stored: Integration | undefined) {
  if (jsonContent !== '') return parseServiceAccount(jsonContent)
  const account = stored && readServiceAccount(ctx, stored)
  return account ?? refuse('ERR_INVALID_INPUT', { fields: { jsonContent: 'required' } })
}
