import type { MessageView } from '../../../src/message/message.answers'
import { numbersOf } from '../../../src/message/compose/vcard.contract'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { ApiClient } from '../../api/api-client'
import type { Format } from '../../i18n/format'
import type { AreaTexts } from '../../i18n/areas'
import type { Texts } from '../../i18n/pt'
import { byAge } from '../../message/message-store'
import { listMessages } from '../../message/message-api'
import { summaryOf } from '../../message/message-summary'
import { createPdfLayout, type PdfLayout } from './pdf-layout'

export interface ExportOptions {
  api: ApiClient
  ticket: TicketView
  earlier: boolean
  texts: Texts & Pick<AreaTexts, 'ticketDialog'>
  format: Format
  signal: AbortSignal
  onProgress: (count: number) => void
}

/** About a thousand pages, more than anybody can use. */
const messagesMax = 20_000
/** Only the newest pictures are included; the PDF lists the names of the others. */
const picturesMax = 500
/** Time spent before the event loop is yielded. */
const batchMs = 30
/** Minimum space for the start of a message: its author and a line, or a picture. */
const plainHeight = 40
const picturedHeight = 240

export async function conversationPdf(options: ExportOptions): Promise<Blob | undefined> {
  const { messages, whole } = await fetchHistory(options)
  if (messages.length === 0) return undefined
  const paper = createPdfLayout()
  await writeHead(paper, options, messages.length, whole)
  const pictured = new Set(messages.filter(hasPicture).slice(-picturesMax))
  let ticketId = options.ticket.id
  let begun = performance.now()
  for (const [index, message] of messages.entries()) {
    if (performance.now() - begun > batchMs) {
      await new Promise((resolve) => setTimeout(resolve))
      begun = performance.now()
    }
    options.signal.throwIfAborted()
    if (message.ticketId !== ticketId) await writeTicket(paper, message, options, index === 0)
    ticketId = message.ticketId
    await writeMessage(paper, message, options, pictured.has(message))
  }
  return paper.finish(options.texts.ticketDialog.export.title(options.ticket.id, options.ticket.contact.name))
}

async function fetchHistory({ api, ticket, earlier, signal, onProgress }: ExportOptions) {
  const messages: MessageView[] = []
  const isWanted = ({ ticketId }: MessageView) => earlier || ticketId === ticket.id
  let cursor: string | null | undefined
  let more = true
  while (more && messages.length < messagesMax) {
    const page = await listMessages(api, ticket.id, cursor, signal)
    messages.push(...page.messages.filter(isWanted))
    cursor = page.nextCursor
    // Tickets of a contact may overlap. A whole page of other tickets means that this one is complete.
    more = page.hasMore && page.messages.some(isWanted)
    onProgress(messages.length)
  }
  return { messages: messages.sort(byAge).slice(-messagesMax), whole: !more }
}

async function writeHead(paper: PdfLayout, { ticket, texts, format }: ExportOptions, count: number, whole: boolean) {
  const t = texts.conversation
  const { title, made, truncated } = texts.ticketDialog.export
  const { contact, queue, user, status } = ticket
  await paper.write(title(ticket.id, contact.name), { size: 16, bold: true })
  paper.space(4)
  const about = [format.phone(contact.number), queue?.name ?? t.noQueue, user?.name ?? t.noOwner, t.status[status]]
  await paper.write(about.filter(Boolean).join(' · '), { grey: 0.35 })
  await paper.write(made(format.dateTime(new Date())), { grey: 0.35 })
  if (!whole) await paper.write(truncated(count), { grey: 0.35 })
  paper.rule()
}

async function writeTicket(
  paper: PdfLayout,
  { ticket: { id, queue } }: MessageView,
  { texts }: ExportOptions,
  first: boolean,
) {
  paper.keep(60)
  // The head ends with a rule of its own.
  if (!first) paper.rule()
  paper.space(4)
  await paper.write(texts.message.ticketSeparator(id, queue?.name), { bold: true, grey: 0.35 })
}

async function writeMessage(paper: PdfLayout, message: MessageView, options: ExportOptions, pictured: boolean) {
  const { texts, format, ticket } = options
  const t = texts.message
  const { fromMe, user, contact, isPrivate, isEdited, isForwarded, createdAt, isDeleted, quotedMsg } = message
  const author = fromMe ? (user?.name ?? t.automatic) : (contact?.name ?? ticket.contact.name)
  const marks = [isPrivate && t.privatePrefix, isForwarded && t.forwarded, isEdited && t.edited].filter(Boolean)
  const image = pictured ? await loadImage(message.mediaUrl) : undefined
  paper.space(8)
  // Keeps an author's name on one page with its message.
  paper.keep(image ? picturedHeight : plainHeight)
  await paper.write([author, format.dateTime(createdAt), ...marks].join(' · '), { size: 9, bold: true, grey: 0.25 })
  if (quotedMsg && !isDeleted) await paper.quote(summaryOf(quotedMsg, t))
  if (image) await paper.picture(image)
  for (const line of linesOf(message, options, image !== undefined)) await paper.write(line, { formatted: true })
  const { reactions } = message
  if (reactions.length > 0) {
    await paper.write(reactions.map(({ emoji, name }) => `${emoji} ${name}`).join(' · '), { size: 9, grey: 0.35 })
  }
}

/** Returns the text of a message, below its picture, and descriptions of its other content. */
function linesOf(message: MessageView, { texts, format }: ExportOptions, pictured: boolean): string[] {
  const t = texts.message
  const { body, mediaType, isDeleted, dataJson } = message
  if (isDeleted) return [body === '' ? t.deleted : `${t.deleted}: ${body}`]
  if (mediaType === null) return [body === '' ? t.unknown('') : body]
  if (pictured) return body === '' ? [] : [body]
  const { location, buttons, contacts, file, transcription } = dataJson ?? {}
  return [
    ...(contacts?.length ? contacts.map((card) => describeCard(card, format)) : [summaryOf(message, t)]),
    ...(location ? [`${location.latitude}, ${location.longitude}`] : []),
    ...(buttons ?? []).map(({ buttonText }) => `[ ${buttonText.displayText} ]`),
    ...(file && body !== '' ? [file.name] : []),
    ...(transcription ? [`${t.audio.transcription}: ${transcription}`] : []),
  ]
}

type Card = NonNullable<NonNullable<MessageView['dataJson']>['contacts']>[number]

function describeCard({ name, vcard, number = numbersOf(vcard)[0] }: Card, format: Format) {
  return number ? `${name} · ${format.phone(number)}` : name
}

function hasPicture({ mediaType, mediaUrl, isDeleted }: MessageView) {
  return mediaType === 'image' && mediaUrl !== null && !isDeleted
}

async function loadImage(src: string | null) {
  if (!src) return undefined
  const image = new Image()
  image.src = src
  return image.decode().then(
    () => image,
    () => undefined,
  )
}
