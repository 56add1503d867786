const variables = [
  'firstName',
  'name',
  'ms',
  'userName',
  'queue',
  'connection',
  'protocol',
  'date',
  'hour',
  'ticket_id',
  'name_company',
]

interface VariableListProps {
  label: string
  /** Additional names, shown first. */
  own?: readonly string[]
}

/** The variables that a text may contain. */
export function VariableList({ label, own = [] }: VariableListProps) {
  return (
    <p className="variable-list">
      {label}{' '}
      {[...new Set([...own, ...variables])].map((name) => (
        <code key={name}>{`{{${name}}}`}</code>
      ))}
    </p>
  )
}
