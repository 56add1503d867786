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

/** What a text may hold that is filled in when it is sent. */
export function VariableList({ label }: { label: string }) {
  return (
    <p className="variable-list">
      {label}{' '}
      {variables.map((name) => (
        <code key={name}>{`{{${name}}}`}</code>
      ))}
    </p>
  )
}
