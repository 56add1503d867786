import { checkContactNumber } from '../contact/identity/contact-channel'
import type { ContactView } from '../contact/contact.answers'
import '../contact/contact.events'
import { countGuess } from '../contact/number/limit-guesses'
import { presentContact } from '../contact/list/present-contact'
import { actingUserId } from '../kernel/company/actor'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { recordEvent } from '../kernel/event/event-log'
import { createRateLimit } from '../kernel/http/rate-limit'
import type { ImportContactBody } from './contact-import.contract'
import { findKnown, importEntry, phoneIdentity } from './entry/import-entry'
import { createTagReader } from './entry/read-tags'

const limits = perCompany(() => createRateLimit({ limit: 20, windowMs: 1000 }))

/**
 * Adds one contact for another system. A known contact gets the tags and fills its empty fields.
 * @throws Refusal ERR_INVALID_INPUT; ERR_WAPP_INVALID_CONTACT, ERR_WAPP_NOT_INITIALIZED or ERR_WAPP_CHECK_CONTACT when
 * the number was to be verified; ERR_TOO_MANY_REQUESTS
 */
export async function importOneContact(given: CompanyContext, body: ImportContactBody): Promise<ContactView> {
  limits(given.company).take(String(actingUserId(given.actor) ?? 0), given.now.getTime())
  countGuess(given, body.number)
  const isKnown = findKnown(given, { identities: [phoneIdentity(body.number)] }) !== undefined
  const number = body.validateContact && !isKnown ? (await checkContactNumber(given, body.number)).number : body.number
  const ctx = createContext(given.company, given.actor)
  return ctx.transaction(() => {
    const { tagIds } = createTagReader(ctx)(ctx, [body.tags ?? ''].flat().join(','))
    const entry = { name: body.name, number, email: body.email ?? '', extraInfo: [], tagIds }
    const { outcome, contactId } = importEntry(
      ctx,
      { ...entry, identities: [phoneIdentity(number)] },
      { importId: null, connectionId: null, update: true },
    )
    if (outcome === 'created') recordEvent(ctx, 'contact.created', { contactId }, {})
    if (outcome === 'updated') recordEvent(ctx, 'contact.updated', { contactId }, {})
    return presentContact(ctx, contactId)
  })
}
