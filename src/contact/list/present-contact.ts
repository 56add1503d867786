import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { ContactId } from '../../kernel/ids'
import { moreJson, openJson, withMore } from '../../kernel/http/json-text'
import type { ContactView } from '../contact.answers'
import { contactCache, type ContactEvent, readContacts } from './joined-contact.view'
import { maskContact, maskText } from '../number/mask-number'
import { mustMask } from '../../setting/setting.queries'

/** Returns contacts in the given order, masked where required. */
export function presentContacts(ctx: CompanyContext, ids: readonly ContactId[]): ContactView[] {
  if (ids.length === 0) return []
  const lastMessages = lastMessagesOf(ctx, ids)
  const masked = mustMask(ctx)
  return readContacts(ctx, ids).map((contact) => {
    const view = { ...contact, lastMessage: lastMessages.get(contact.id) ?? '' }
    return masked ? { ...maskContactView(ctx, view), lastMessage: maskText(ctx, view.lastMessage) } : view
  })
}

/** Serialised once for all readers of numbers. */
export function presentContactTexts(ctx: CompanyContext, ids: readonly ContactId[]): string[] {
  if (mustMask(ctx)) return presentContacts(ctx, ids).map((contact) => JSON.stringify(contact))
  const lastMessages = lastMessagesOf(ctx, ids)
  const found = contactCache.read(ctx, ids, (others) =>
    readContacts(ctx, others).map((contact) => [contact.id, openJson(contact)]),
  )
  return ids.flatMap((id) => {
    const text = found.get(id)
    return text === undefined ? [] : withMore(text, moreJson({ lastMessage: lastMessages.get(id) ?? '' }))
  })
}

function lastMessagesOf(ctx: CompanyContext, ids: readonly ContactId[]) {
  return ctx.company.services.ports.contactConversations.lastMessages(ctx, ids)
}

export function maskContactView<T extends ContactEvent>(ctx: CompanyContext, view: T): T {
  return {
    ...maskContact(ctx, view),
    username: '',
    email: maskText(ctx, view.email),
    extraInfo: view.extraInfo.map((info) => ({ ...info, value: maskText(ctx, info.value) })),
  }
}

export function presentContact(ctx: CompanyContext, id: ContactId): ContactView {
  return presentContacts(ctx, [id])[0] ?? refuse('ERR_NO_CONTACT_FOUND')
}

export interface ContactConversationsPort {
  lastMessages(ctx: CompanyContext, ids: readonly ContactId[]): ReadonlyMap<ContactId, string>
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    contactConversations: ContactConversationsPort
  }
}
