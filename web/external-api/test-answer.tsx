import type { SentExternalMessage } from '../../src/external-api/external-message.calls'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import { Link } from '../ui/display/link'

/** The server's answer with a link to the conversation. */
export function TestAnswer({ answer }: { answer: SentExternalMessage }) {
  const t = useTexts('externalApi').externalApi
  return (
    <div className="messages-api-answer" role="status">
      <p>{answer.status === 'QUEUED' ? t.queued : t.accepted}</p>
      <pre tabIndex={0}>
        <code>{JSON.stringify(answer, null, 2)}</code>
      </pre>
      <p>
        <Link href={links.ticket(answer.uuid)}>{t.openTicket}</Link>
      </p>
    </div>
  )
}
