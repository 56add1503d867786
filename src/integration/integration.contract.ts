import * as v from 'valibot'
import { IdOrNone, readsAs, textOrNone, wholeNumber, choiceOr, Id } from '../kernel/http/body-values'
import { nameText } from '../kernel/text/name-text.contract'
import { CompanyIdText, ListQuery } from '../kernel/http/request-parts'
import { ScheduledTime } from '../flow/flow.contract'
import { FlowCampaignBody } from '../flow/phrase/phrase.contract'
import { objectOf } from '../kernel/untyped-json.contract'

export const integrationTypes = ['dialogflow', 'n8n', 'webhook', 'typebot', 'flowbuilder'] as const
export type IntegrationType = (typeof integrationTypes)[number]

export const integrationLanguages = ['pt-BR', 'en', 'es'] as const
export type IntegrationLanguage = (typeof integrationLanguages)[number]

export const delayMsMax = 10_000
const expiresMinutesMax = 60 * 24 * 30

const line = (max: number) => v.optional(readsAs<string>()(v.pipe(textOrNone(max), v.trim())), '')
const Url = v.optional(
  readsAs<string>()(
    v.pipe(
      textOrNone(2000),
      v.trim(),
      v.check((text) => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text)), 'url'),
    ),
  ),
  '',
)
/** Empty keeps the stored one. */
const ServiceAccountText = v.optional(
  readsAs<string>()(
    v.pipe(
      textOrNone(20_000),
      v.trim(),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed && dataset.value !== '' ? serviceAccountError(dataset.value) : undefined
        if (message) addIssue({ message })
      }),
    ),
  ),
  '',
)
/** Empty keeps the stored one, null clears it. */
const Secret = v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(200, 'tooLong'))))

const fields = {
  type: v.picklist(integrationTypes, 'required'),
  name: nameText(2, 50),
  projectName: line(200),
  jsonContent: ServiceAccountText,
  language: choiceOr(integrationLanguages, 'pt-BR'),
  urlN8N: Url,
  secret: Secret,
  typebotSlug: v.optional(readsAs<string>()(v.pipe(textOrNone(200), v.trim(), v.regex(/^[A-Za-z0-9-]*$/, 'slug'))), ''),
  typebotDelayMessage: v.optional(wholeNumber(0, delayMsMax), 1000),
  typebotExpires: v.optional(wholeNumber(0, expiresMinutesMax), 1),
  typebotKeywordFinish: line(50),
  typebotKeywordRestart: line(50),
  typebotRestartMessage: line(4096),
  typebotUnknownMessage: line(4096),
  flowId: v.optional(IdOrNone, null),
}

/** The form does not know a stored service account. */
const required: Record<IntegrationType, readonly ('projectName' | 'urlN8N' | 'typebotSlug')[]> = {
  dialogflow: ['projectName'],
  n8n: ['urlN8N'],
  webhook: ['urlN8N'],
  typebot: ['urlN8N', 'typebotSlug'],
  flowbuilder: [],
}

type Whole = Record<(typeof required)[IntegrationType][number], string> & { type: IntegrationType }

/** Field → error, for server and form. */
export function missingFields(integration: Whole): Record<string, string> {
  const missing = required[integration.type].filter((name) => integration[name] === '')
  return Object.fromEntries(missing.map((name) => [name, 'required']))
}

const Fields = v.object(fields)

export const IntegrationBody = v.pipe(
  Fields,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const [key, message] of Object.entries(missingFields(dataset.value))) {
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: '' }] })
    }
  }),
)
export type IntegrationBody = v.InferOutput<typeof IntegrationBody>

export const UpdateIntegrationBody = v.partial(Fields)
export type UpdateIntegrationBody = v.InferOutput<typeof UpdateIntegrationBody>

export const ListIntegrationsQuery = v.object({ ...ListQuery.entries, companyId: CompanyIdText })

/** Empty secrets are those of `id`. Similar systems send no type for Dialogflow. */
export const TestIntegrationBody = v.object({
  id: v.optional(IdOrNone, null),
  type: v.optional(v.picklist(['dialogflow', 'n8n', 'webhook', 'typebot'], 'invalid'), 'dialogflow'),
  projectName: fields.projectName,
  jsonContent: fields.jsonContent,
  language: fields.language,
  urlN8N: fields.urlN8N,
  secret: fields.secret,
  typebotSlug: fields.typebotSlug,
})
export type TestIntegrationBody = v.InferOutput<typeof TestIntegrationBody>

const { phrase, whatsappId } = FlowCampaignBody.entries

/** `optionId`: of a queue's chatbot. */
export const AddFlowTriggerBody = v.variant('kind', [
  v.object({ kind: v.literal('phrase'), flowId: Id, phrase, whatsappId }),
  v.object({ kind: v.picklist(['welcome', 'notPhrase']), flowId: Id, whatsappId: Id }),
  v.object({ kind: v.literal('scheduled'), flowId: Id, whatsappId: Id, scheduledTimeRun: ScheduledTime }),
  v.object({ kind: v.literal('queue'), flowId: Id, queueId: Id }),
  v.object({ kind: v.literal('option'), flowId: Id, optionId: Id }),
])
export type AddFlowTriggerBody = v.InferOutput<typeof AddFlowTriggerBody>

/** Google's. Its token address is untrusted. */
export interface ServiceAccount {
  clientEmail: string
  privateKey: string
  projectId: string
}

/** @throws Error for no key */
export function parseServiceAccount(text: string): ServiceAccount {
  const { client_email, private_key, project_id } = objectOf(JSON.parse(text))
  if (typeof client_email !== 'string' || !/^[^@\s]{1,200}@[^@\s]{1,200}$/.test(client_email)) throw new Error('email')
  if (typeof private_key !== 'string' || !/^-----BEGIN (RSA )?PRIVATE KEY-----/.test(private_key.trim())) {
    throw new Error('key')
  }
  return { clientEmail: client_email, privateKey: private_key, projectId: String(project_id ?? '').slice(0, 200) }
}

function serviceAccountError(text: string): string | undefined {
  try {
    parseServiceAccount(text)
    return undefined
  } catch {
    return 'serviceAccount'
  }
}
