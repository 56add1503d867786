import { channelRules } from '../../channel/channel-rules.contract'
import { type ContactRow, getContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { mediaUrlOf } from '../../kernel/file/media-store'
import type { ContactId, MessageId } from '../../kernel/ids'
import { timeZoneOf } from '../../kernel/time/time-zone'
import { walkConversation, walkMessagesInGroups } from '../../message/contact/archive-messages.view'
import { presentMessages } from '../../message/list/present-message.view'
import { idsOfContact } from '../../ticket/ticket.queries'
import { conversationHead } from './archive-conversations.view'
import { storedFile } from './archive-files'
import { factList, heading, messageHtml, pageEnd, type PageFormat, pageStart, paragraph } from './archive-page'
import { archiveTexts } from './archive-texts'

/** By their path in the archive. */
export type Files = Map<string, NonNullable<ReturnType<typeof storedFile>>>

interface Piece {
  html: string
  messages: number
}

interface Writing {
  ctx: CompanyContext
  page: PageFormat
  files: Files
}

const text = (html: string): Piece => ({ html, messages: 0 })

/** Notes the files that it links. */
export function* writePage(ctx: CompanyContext, contactIds: readonly ContactId[], files: Files): Generator<Piece> {
  const page = formatOf(ctx)
  const contacts = contactIds.map((id) => getContactRow(ctx, id))
  const company = ctx.company.services.about(ctx.company.id).name
  const name = contacts.map((contact) => contact.name || contact.number)[0] ?? ''
  yield text(pageStart(page, { name, about: page.t.about(company, page.time(ctx.now)) }))
  for (const contact of contacts) yield* writeContact({ ctx, page, files }, contact)
  yield text(pageEnd)
}

function formatOf(ctx: CompanyContext): PageFormat {
  const t = archiveTexts[ctx.company.services.about(ctx.company.id).language]
  const format = new Intl.DateTimeFormat(t.locale, {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: timeZoneOf(ctx),
  })
  return { t, time: (at) => format.format(new Date(at)) }
}

function* writeContact(writing: Writing, contact: ContactRow): Generator<Piece> {
  const { ctx, files } = writing
  const { t, time } = writing.page
  const { number, email, username, channel, createdAt, pictureMediaId } = contact
  yield text(
    factList([
      [t.facts.name, contact.name],
      [t.facts.number, number && `+${number}`],
      [t.facts.email, email],
      [t.facts.username, username],
      [t.facts.channel, channelRules[channel].label],
      [t.facts.created, time(createdAt)],
    ]),
  )
  const picture = storedFile(ctx, mediaUrlOf(ctx, pictureMediaId))
  if (picture) {
    files.set(picture.path, picture)
    yield text(`<p><img src="${picture.path}" alt="" width="160"></p>\n`)
  }
  yield* writeConversations(writing, contact.id)
  yield* writeGroups(writing, contact.id)
}

function* writeConversations(writing: Writing, contactId: ContactId): Generator<Piece> {
  const { ctx, page } = writing
  yield text(heading(2, page.t.conversations))
  const tickets = idsOfContact.all(ctx, { contactId })
  if (tickets.length === 0) yield text(paragraph(page.t.none))
  for (const { id } of tickets) {
    const head = conversationHead.get(ctx, { id })
    if (!head) continue
    yield text(heading(3, page.t.conversation(id, page.time(head.createdAt))))
    yield text(paragraph([head.connectionName, head.queueName, head.userName].filter(Boolean).join(' · ')))
    for (const ids of walkConversation(ctx, id)) yield writeMessages(writing, ids)
  }
}

function* writeGroups(writing: Writing, contactId: ContactId): Generator<Piece> {
  const { ctx, page } = writing
  let group = 0
  for (const some of walkMessagesInGroups(ctx, contactId)) {
    if (group === 0) yield text(heading(2, page.t.groups))
    for (const { id, ticketId } of some) {
      if (ticketId !== group) {
        yield text(heading(3, page.t.group(conversationHead.get(ctx, { id: ticketId })?.contactName ?? '')))
      }
      group = ticketId
      yield writeMessages(writing, [id])
    }
  }
}

function writeMessages({ ctx, page, files }: Writing, ids: readonly MessageId[]): Piece {
  const html = presentMessages(ctx, ids, { masked: false }).map((message) => {
    const file = storedFile(ctx, message.mediaUrl)
    if (file) files.set(file.path, file)
    return messageHtml(page, message, file)
  })
  return { html: html.join(''), messages: html.length }
}
