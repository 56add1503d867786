import { useTexts } from '../i18n/i18n'

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
export function VariableList() {
  const t = useTexts('connection').connection.fields
  return (
    <p className="variable-list">
      {t.variables}{' '}
      {variables.map((name) => (
        <code key={name}>{`{{${name}}}`}</code>
      ))}
    </p>
  )
}
