import { findContactRow, listExtraInfo } from '../contact/contact.queries'

import type { CompanyContext } from '../kernel/company/company-context'
import { findMedia } from '../kernel/file/media-store'
import { addMs } from '../kernel/time/clock'
import { hourMs } from '../kernel/time/durations.contract'
import type { MessageRow } from '../message/message.queries'
import { variablesOf } from '../message/compose/ticket-variables'
import { listContactTags } from '../tag/tag.queries'
import type { TicketRow } from '../ticket/ticket.queries'
import {
  describeCompany,
  describeConnection,
  describeContact,
  describeMessage,
  describeTicket,
} from '../webhook/describe-event'
import type { IntegrationState } from './integration-state'

const linkHours = 1

interface Turn {
  ticket: TicketRow
  state: IntegrationState
  /** Undefined at the start of a conversation. */
  message: MessageRow | undefined
}

/** Describes a turn for n8n and other webhooks, as documented in docs/integrations.md. */
export function describeTurn(ctx: CompanyContext, { ticket, state, message }: Turn) {
  const contact = findContactRow(ctx, ticket.contactId)
  return {
    company: describeCompany(ctx),
    connection: describeConnection(ctx, ticket.connectionId),
    contact: contact && {
      ...describeContact(contact),
      tags: listContactTags(ctx, contact.id).map(({ id, name }) => ({ id, name })),
      extraInfo: listExtraInfo(ctx, contact.id).map(({ name, value }) => ({ name, value })),
    },
    ticket: {
      ...describeTicket(ctx, ticket),
      protocol: variablesOf(ctx, ticket.id)['protocol'] ?? '',
      variables: state.variables ?? {},
    },
    message: message ? { ...describeMessage(message, true), mediaUrl: linkToMedia(ctx, message) ?? null } : null,
  }
}

/** Returns an address that serves the message's file for an hour; undefined without a file or a public address. */
export function linkToMedia(ctx: CompanyContext, { mediaId, isDeleted }: MessageRow): string | undefined {
  const media = isDeleted ? undefined : findMedia(ctx, mediaId)
  if (!media) return undefined
  const until = addMs(ctx.now, linkHours * hourMs)
  return ctx.company.services.fileLinks.linkTo(ctx.company.id, media.key, until)
}
