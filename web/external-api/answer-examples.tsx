import type { ExternalMessageStatus, SentExternalMessage } from '../../src/external-api/external-message.calls'
import { useTexts } from '../i18n/i18n'

const sent: SentExternalMessage = {
  status: 'SUCCESS',
  messageId: 345,
  messageIds: [345],
  ticketId: 12,
  uuid: 'b12b2100-a33a-4cd2-a0a8-f015b8b3b102',
  contactId: 7,
}
const delivered: ExternalMessageStatus = {
  id: 345,
  status: 'delivered',
  error: null,
  at: '2026-03-02T12:00:04.000Z',
}

/** What the calls answer, and how to ask for a message's status. */
export function AnswerExamples({ origin }: { origin: string }) {
  const t = useTexts('externalApi').externalApi
  return (
    <>
      <h2>{t.answerTitle}</h2>
      <p>{t.answer}</p>
      <Code text={JSON.stringify(sent, null, 2)} />
      <h2>{t.askTitle}</h2>
      <p>{t.ask}</p>
      <Code text={`curl ${origin}/api/messages/345 \\\n  -H "Authorization: Bearer TOKEN"`} />
      <Code text={JSON.stringify(delivered, null, 2)} />
      <p>{t.statuses}</p>
    </>
  )
}

function Code({ text }: { text: string }) {
  return (
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  )
}
