import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Fragment } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useTexts } from '../../i18n/i18n'
import { plainText } from '../../message/bubble/format-text'
import { LastMessage } from '../../message/last-message'
import { cutText } from '../../ui/text/cut-text'
import { useInbox } from '../state/inbox-context'
import { markWords } from '../../message/mark-words'

const lengthMax = 40

/** The found message or the last message; on a row whose conversation is closed, its draft. */
export function RowMessage({ ticket, current }: { ticket: TicketView; current: boolean }) {
  useSignals()
  const { drafts, model } = useInbox()
  const t = useTexts().ticket.row
  // Renders again only when the draft of this row changes.
  const isSearch = model.shown.value === 'search'
  const text = useComputed(() => drafts.texts.value.get(ticket.id) ?? '').value
  const files = useComputed(() => drafts.fileCounts.value.get(ticket.id) ?? 0).value
  if (isSearch && ticket.hit) return <FoundMessage excerpt={ticket.hit.excerpt} text={model.search.value.text} />
  if ((text === '' && files === 0) || current) return <LastMessage ticket={ticket} lengthMax={lengthMax} />
  const draft = [files > 0 ? t.draftFiles(files) : '', text].filter(Boolean).join(' · ')
  return (
    <span className="last-message">
      <b className="ticket-row-draft">{t.draft}</b>
      <span dir="auto">{cutText(draft.replace(/\s+/g, ' '), lengthMax)}</span>
    </span>
  )
}

function FoundMessage({ excerpt, text }: { excerpt: string; text: string }) {
  return (
    <span className="last-message">
      <span dir="auto">
        {markWords(plainText(excerpt), text).map((part, index) =>
          part.isMarked ? <mark key={index}>{part.text}</mark> : <Fragment key={index}>{part.text}</Fragment>,
        )}
      </span>
    </span>
  )
}
