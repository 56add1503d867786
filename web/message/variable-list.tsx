import { messageVariables } from '../../src/message/compose/message-variables.contract'

interface VariableListProps {
  label: string
  names?: readonly string[]
}

/** The variables that a text may contain. */
export function VariableList({ label, names = messageVariables }: VariableListProps) {
  return (
    <p className="variable-list">
      {label}{' '}
      {names.map((name) => (
        <code key={name}>{`{{${name}}}`}</code>
      ))}
    </p>
  )
}
