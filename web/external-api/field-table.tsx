import { useTexts } from '../i18n/i18n'

const fields = ['number', 'body', 'medias', 'userId', 'queueId', 'sendSignature', 'closeTicket', 'name'] as const

export function FieldTable() {
  const t = useTexts('externalApi').externalApi
  return (
    <dl className="messages-api-fields">
      {fields.map((name) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{t.fields[name]}</dd>
        </div>
      ))}
    </dl>
  )
}
