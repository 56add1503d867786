import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { useTexts } from '../i18n/i18n'
import { LastMessage } from '../message/last-message'
import { cutText } from '../ui/cut-text'
import { useInbox } from './inbox-context'

const lengthMax = 40

/** What was said last; on a row whose conversation is closed, the draft left in it. */
export function RowMessage({ ticket, current }: { ticket: TicketView; current: boolean }) {
  useSignals()
  const { drafts } = useInbox()
  const t = useTexts().ticket.row
  // Renders again only when the draft of this row changes.
  const draft = useComputed(() => drafts.texts.value.get(ticket.id)).value
  if (draft === undefined || current) return <LastMessage ticket={ticket} ofContact lengthMax={lengthMax} />
  return (
    <span className="last-message">
      <b className="ticket-row-draft">{t.draft}</b>
      <span dir="auto">{cutText(draft.replace(/\s+/g, ' '), lengthMax)}</span>
    </span>
  )
}
