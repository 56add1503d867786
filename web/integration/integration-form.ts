import * as v from 'valibot'
import type { IntegrationView } from '../../src/integration/integration.record'
import { IntegrationBody, missingFields } from '../../src/integration/integration.contract'
import { integrationTypes } from '../../src/integration/integration-types.contract'
import type { FormModel } from '../ui/form/form'

const { entries } = IntegrationBody
const Fields = v.object({
  type: v.picklist(integrationTypes),
  name: entries.name,
  projectName: entries.projectName.wrapped,
  jsonContent: entries.jsonContent.wrapped,
  language: entries.language.wrapped,
  urlN8N: entries.urlN8N.wrapped,
  /** Null removes the stored one. */
  secret: v.nullable(v.string()),
  typebotSlug: entries.typebotSlug.wrapped,
  typebotDelayMessage: entries.typebotDelayMessage.wrapped,
  typebotExpires: entries.typebotExpires.wrapped,
  typebotKeywordFinish: entries.typebotKeywordFinish.wrapped,
  typebotKeywordRestart: entries.typebotKeywordRestart.wrapped,
  typebotRestartMessage: entries.typebotRestartMessage.wrapped,
  typebotUnknownMessage: entries.typebotUnknownMessage.wrapped,
  flowId: v.nullable(v.number()),
})

export type IntegrationValues = v.InferInput<typeof Fields>

export interface IntegrationFieldsProps {
  form: FormModel<IntegrationValues>
  /** Undefined for one that is being added. */
  integration: IntegrationView | undefined
}

/** A Dialogflow agent needs a service account, here or stored. */
export function schemaFor(integration: IntegrationView | undefined) {
  return v.pipe(
    Fields,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const missing = missingFields(dataset.value)
      const { type, jsonContent } = dataset.value
      if (type === 'dialogflow' && jsonContent === '' && !integration?.hasJsonContent)
        missing['jsonContent'] = 'required'
      for (const [key, message] of Object.entries(missing)) {
        addIssue({ message, path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: '' }] })
      }
    }),
  )
}

export function valuesOfIntegration(integration: IntegrationView | undefined): IntegrationValues {
  return {
    type: 'typebot',
    name: '',
    projectName: '',
    language: 'pt-BR',
    urlN8N: '',
    typebotSlug: '',
    typebotDelayMessage: 1000,
    typebotExpires: 1,
    typebotKeywordFinish: '',
    typebotKeywordRestart: '',
    typebotRestartMessage: '',
    typebotUnknownMessage: '',
    flowId: null,
    ...(integration && ownValues(integration)),
    jsonContent: '',
    secret: '',
  }
}

function ownValues(integration: IntegrationView) {
  const { type, name, projectName, language, urlN8N, typebotSlug, typebotDelayMessage, typebotExpires } = integration
  const { typebotKeywordFinish, typebotKeywordRestart, typebotRestartMessage, typebotUnknownMessage } = integration
  return {
    type,
    name,
    projectName,
    language,
    urlN8N,
    typebotSlug,
    typebotDelayMessage,
    typebotExpires,
    typebotKeywordFinish,
    typebotKeywordRestart,
    typebotRestartMessage,
    typebotUnknownMessage,
    flowId: integration.flowId,
  }
}
