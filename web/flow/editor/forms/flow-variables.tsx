import { useSignals } from '@preact/signals-react/runtime'
import { listedNames } from '../../../../src/flow/flow-variables.contract'
import { useTexts } from '../../../i18n/i18n'
import { VariableList } from '../../../message/variable-list'
import { useFlowEditor } from '../editor-context'

/** Returns the variables that store answers of this flow, and the facts of the contact and the conversation. */
export function useFlowVariables(): string[] {
  useSignals()
  return listedNames(useFlowEditor().model.content.value.nodes)
}

export function FlowVariables() {
  const t = useTexts('flowEditor').flowEditor
  return <VariableList label={t.fields.textHelp} names={useFlowVariables()} />
}
