import { externalApiErrors } from '../../src/external-api/external-message.contract'
import { useTexts } from '../i18n/i18n'

const fields = ['number', 'body', 'medias', 'userId', 'queueId', 'sendSignature', 'closeTicket', 'name'] as const

export function FieldTable() {
  const t = useTexts('externalApi').externalApi
  return <Definitions rows={fields.map((name) => [name, t.fields[name]])} />
}

/** Status and code of refused requests. */
export function ErrorTable() {
  const t = useTexts('externalApi').externalApi
  return (
    <>
      <h2>{t.errorsTitle}</h2>
      <p>{t.errorsIntro}</p>
      <Definitions isLong rows={externalApiErrors.map(([status, code]) => [`${status} ${code}`, t.errors[code]])} />
    </>
  )
}

interface DefinitionsProps {
  rows: readonly (readonly [name: string, text: string])[]
  /** The names are above their texts. */
  isLong?: boolean
}

function Definitions({ rows, isLong }: DefinitionsProps) {
  return (
    <dl className="messages-api-fields" data-long={isLong}>
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
