import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { MessageView } from '../../../src/message/message.contract'
import type { TicketView } from '../../../src/ticket/ticket.contract'
import type { ApiClient } from '../../api-client'
import type { Format } from '../../i18n/format'
import type { Texts } from '../../i18n/pt'
import { byAge } from '../../message/message-store'
import { listMessages } from '../../message/message-api'
import { summaryOf } from '../../message/message-summary'

interface ExportOptions {
  api: ApiClient
  ticket: TicketView
  texts: Texts
  format: Format
}

/** A document of more is of no use to anybody, and would keep the browser busy for minutes. */
const messagesMax = 2000

/** Lays the ticket's messages out on paper and opens the browser's print dialog, which saves as PDF. */
export async function exportConversation({
  api,
  ticket,
  texts,
  format,
}: ExportOptions): Promise<'printed' | 'nothing'> {
  const { messages, whole } = await allMessages(api, ticket.id)
  if (messages.length === 0) return 'nothing'
  const element = document.createElement('div')
  element.className = 'printed'
  document.body.append(element)
  const root = createRoot(element)
  flushSync(() => root.render(<PrintedConversation {...{ ticket, messages, whole, texts, format }} />))
  const title = document.title
  // The name the file is offered under.
  document.title = texts.conversation.export.title(ticket.id, ticket.contact.name)
  try {
    await picturesLoaded(element)
    window.print()
  } finally {
    document.title = title
    root.unmount()
    element.remove()
  }
  return 'printed'
}

async function allMessages(api: ApiClient, ticketId: number) {
  const messages: MessageView[] = []
  let page = await listMessages(api, ticketId)
  messages.push(...page.messages)
  while (
    page.hasMore &&
    messages.length < messagesMax &&
    page.messages.some((message) => message.ticketId === ticketId)
  ) {
    page = await listMessages(api, ticketId, page.nextCursor)
    messages.push(...page.messages)
  }
  const own = messages.filter((message) => message.ticketId === ticketId).sort(byAge)
  return { messages: own.slice(-messagesMax), whole: messages.length < messagesMax || !page.hasMore }
}

function picturesLoaded(element: HTMLElement) {
  return Promise.allSettled([...element.querySelectorAll('img')].map((image) => image.decode()))
}

interface PrintedProps extends Omit<ExportOptions, 'api'> {
  messages: readonly MessageView[]
  whole: boolean
}

function PrintedConversation({ ticket, messages, whole, texts, format }: PrintedProps) {
  const t = texts.conversation
  const { contact, queue, user } = ticket
  const about = [
    format.phone(contact.number),
    queue?.name ?? t.noQueue,
    user?.name ?? t.noOwner,
    t.status[ticket.status],
  ]
  return (
    <>
      <h1>{t.export.title(ticket.id, contact.name)}</h1>
      <p>{about.join(' · ')}</p>
      <p>
        {t.export.made(format.dateTime(new Date()))} {!whole && t.export.truncated(messages.length)}
      </p>
      {messages.map((message) => (
        <PrintedMessage key={message.id} message={message} ticket={ticket} texts={texts} format={format} />
      ))}
    </>
  )
}

type PrintedMessageProps = Omit<ExportOptions, 'api'> & { message: MessageView }

function PrintedMessage({ message, ticket, texts, format }: PrintedMessageProps) {
  const t = texts.message
  const { fromMe, user, contact, isPrivate, isEdited, isForwarded, createdAt, mediaType, mediaUrl, isDeleted } = message
  const { quotedMsg, reactions, dataJson } = message
  const author = fromMe ? (user?.name ?? t.automatic) : (contact?.name ?? ticket.contact.name)
  const marks = [isPrivate && t.privatePrefix, isForwarded && t.forwarded, isEdited && t.edited].filter(Boolean)
  return (
    <section>
      <strong>
        {author} · {format.dateTime(createdAt)} {marks.length > 0 && `(${marks.join(', ')})`}
      </strong>
      {quotedMsg && !isDeleted && <blockquote>{summaryOf(quotedMsg, t)}</blockquote>}
      {mediaType === 'image' && mediaUrl && !isDeleted && <img src={mediaUrl} alt="" />}
      <p>{mediaType === null && !isDeleted ? message.body : summaryOf(message, t)}</p>
      {dataJson?.file && mediaType !== 'image' && message.body !== '' && !isDeleted && <p>{dataJson.file.name}</p>}
      {reactions.length > 0 && <p>{reactions.map(({ emoji, name }) => `${emoji} ${name}`).join(' · ')}</p>}
    </section>
  )
}
