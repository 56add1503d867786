import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../../../i18n/i18n'
import { VariableList } from '../../../message/variable-list'
import { useFlowEditor } from '../editor-context'
import { elementsOf } from '../node/node-summary'

const contactNames = ['nome', 'numero', 'email']

/** Returns the variables that store answers of this flow, and those of the contact. */
export function useFlowVariables(): string[] {
  useSignals()
  const { nodes } = useFlowEditor().model.content.value
  const inputs = nodes
    .filter(({ type }) => type === 'singleBlock')
    .flatMap(({ data }) => elementsOf(data))
    .filter(({ type, value }) => type === 'input' && value !== '')
  return [...new Set([...inputs.map(({ value }) => value), ...contactNames])]
}

/** Lists the variables that a text may contain. */
export function FlowVariables() {
  const t = useTexts('flowEditor').flowEditor
  return <VariableList label={t.fields.textHelp} own={useFlowVariables()} />
}
