import type { Address, OutgoingContent, OutgoingMessage } from '../../channel/channel'
import { findContactAddress } from '../../contact/identity/contact-address'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId, TicketId } from '../../kernel/ids'
import { findMedia } from '../../kernel/file/media-store'
import { localPath } from '../../kernel/file/open-media'
import { findMessageRow, type MessageRow } from '../message.queries'
import { eq } from 'drizzle-orm'
import { contactTable } from '../../contact/contact.tables'
import { statement } from '../../kernel/database/statement'
import { ticketTable } from '../../ticket/ticket.tables'

/** Thrown when a message can never be sent. Its message is a key that the interface translates. */
export class Unsendable extends Error {}

export function outgoingMessage(ctx: CompanyContext, message: MessageRow): OutgoingMessage {
  const quoted = message.quotedMessageId === null ? undefined : findMessageRow(ctx, message.quotedMessageId)
  return {
    id: message.providerId ?? '',
    to: addressOf(ctx, message.ticketId, message.connectionId ?? 0),
    content: contentOf(ctx, message),
    ...(quoted?.providerId ? { quoted: { key: keyOf(quoted), text: quoted.body, fromMe: quoted.fromMe } } : {}),
    ...(message.isForwarded ? { forwarded: true } : {}),
  }
}

const contactOfTicket = statement((db, { ticketId }: { ticketId: TicketId }) =>
  db
    .select({ id: contactTable.id, number: contactTable.number })
    .from(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
    .where(eq(ticketTable.id, ticketId)),
)

/** @throws Unsendable */
export function addressOf(ctx: CompanyContext, ticketId: TicketId, connectionId: ConnectionId): Address {
  const contact = contactOfTicket.get(ctx, { ticketId })
  const address = contact && findContactAddress(ctx, contact, connectionId)
  if (!address) throw new Unsendable('ERR_WAPP_INVALID_CONTACT')
  return address
}

/** Returns the provider's key of a message. For sent messages it consists of the id and `fromMe`. */
export function keyOf({
  providerData,
  providerId,
  fromMe,
}: Pick<MessageRow, 'providerData' | 'providerId' | 'fromMe'>) {
  return providerData?.key ?? { id: providerId, fromMe }
}

function contentOf(ctx: CompanyContext, { body, data, mediaId, mediaType }: MessageRow): OutgoingContent {
  if (data?.template) {
    const { fileFormat: format, ...template } = data.template
    if (!format) return { kind: 'template', ...template }
    const { file } = fileOf(ctx, mediaId, false, '')
    return { kind: 'template', ...template, header: { format, file } }
  }
  if (data?.file) return fileOf(ctx, mediaId, data.file.voiceNote ?? false, body)
  const [card] = data?.contacts ?? []
  if (mediaType === 'contactMessage' && card) return { kind: 'contact', ...card }
  if (mediaType === 'locationMessage' && data?.location) {
    const { latitude, longitude, name } = data.location
    return { kind: 'location', latitude, longitude, ...(name ? { name } : {}) }
  }
  if (data?.menu) return { kind: 'menu', text: body, ...data.menu }
  return { kind: 'text', text: body }
}

function fileOf(
  ctx: CompanyContext,
  mediaId: number | null,
  voiceNote: boolean,
  caption: string,
): Extract<OutgoingContent, { kind: 'file' }> {
  const media = findMedia(ctx, mediaId)
  const path = media && localPath(ctx, media)
  if (!path) throw new Unsendable('ERR_NO_MEDIA_FOUND')
  const { name, type: mimeType } = media
  const file = { path, name, mimeType, ...(voiceNote ? { voiceNote } : {}) }
  return { kind: 'file', file, caption }
}
