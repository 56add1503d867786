import * as v from 'valibot'
import type { IntegrationView } from '../../src/integration/integration.record'
import { IntegrationBody, missingFields } from '../../src/integration/integration.contract'
import { integrationTypes } from '../../src/integration/integration-types.contract'
import type { FormModel } from '../ui/form/form'

const Fields = v.object({
  ...v.required(v.object(IntegrationBody.entries)).entries,
  type: v.picklist(integrationTypes),
  /** Null removes the stored one. */
  secret: v.nullable(v.string()),
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
