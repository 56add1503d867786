import type { CompanyContext } from '../../kernel/company/company-context'
import { required } from '../../kernel/errors'
import { renewContactPicture } from './contact-channel'
import { findContactByNumber, findContactRow } from '../contact.queries'
import { countGuess } from '../number/limit-guesses'

/** GET /contacts/profile/{number}: returns contact and picture by number or, for screens with masked numbers, by id. */
export async function fetchProfile(ctx: CompanyContext, numberOrId: string) {
  countGuess(ctx, numberOrId)
  const contact = findContactByNumber(ctx, numberOrId) ?? findContactRow(ctx, Number(numberOrId) || 0)
  const { id } = required(contact, 'ERR_NO_CONTACT_FOUND')
  return { contactId: id, profilePicUrl: await renewContactPicture(ctx, id) }
}
