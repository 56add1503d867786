import { useTexts } from '../i18n/i18n'

const fields = ['number', 'body', 'medias', 'userId', 'queueId', 'sendSignature', 'closeTicket', 'name'] as const
const statuses = [400, 401, 402, 403, 409, 413, 422, 429] as const

export function FieldTable() {
  const t = useTexts('externalApi').externalApi
  return <Definitions rows={fields.map((name) => [name, t.fields[name]])} />
}

/** The statuses of refused requests. */
export function ErrorTable() {
  const t = useTexts('externalApi').externalApi
  return (
    <>
      <h2>{t.errorsTitle}</h2>
      <p>{t.errorsIntro}</p>
      <Definitions rows={statuses.map((status) => [String(status), t.errors[status]])} />
    </>
  )
}

function Definitions({ rows }: { rows: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl className="messages-api-fields">
      {rows.map(([name, text]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
