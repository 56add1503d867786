import type { CompanyContext } from '../kernel/company-context'
import { required } from '../kernel/errors'
import { renewContactPicture } from './contact-channel'
import { findContactByNumber, findContactRow } from './contact.queries'
import { countGuess } from './limit-guesses'

/** GET /contacts/profile/{number}: the contact of the number (or, from a screen that masks it, of the id) and its picture. */
export async function fetchProfile(ctx: CompanyContext, numberOrId: string) {
  countGuess(ctx, numberOrId)
  const contact = findContactByNumber(ctx, numberOrId) ?? findContactRow(ctx, Number(numberOrId) || 0)
  const { id } = required(contact, 'ERR_NO_CONTACT_FOUND')
  return { contactId: id, profilePicUrl: await renewContactPicture(ctx, id) }
}
