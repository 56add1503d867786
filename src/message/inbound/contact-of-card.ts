import { createContact } from '../../contact/contact.commands'
import { findContactByNumber } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { ContactId, MessageId } from '../../kernel/ids'
import { cleanName } from '../../kernel/text/name-text.contract'
import { deletedMessagesOf } from '../../ticket/deleted-messages'
import { getMessage } from '../message.queries'
import { numbersOf } from '../compose/vcard.contract'

const nameMin = 2
const nameMax = 50

/**
 * Returns the contact shown on a message's card, and creates it if necessary. Users who do not see numbers can write to
 * it this way.
 * @throws Refusal ERR_NO_CONTACT_FOUND without such a card, ERR_WAPP_INVALID_CONTACT without a number
 */
export function getContactOfCard(ctx: CompanyContext, messageId: MessageId, index: number): ContactId {
  return ctx.transaction(() => {
    const { message } = getMessage(ctx, messageId)
    const isHidden = message.isDeleted && deletedMessagesOf(ctx).areHidden(message.connectionId)
    const card = (isHidden ? undefined : message.data?.contacts?.[index]) ?? refuse('ERR_NO_CONTACT_FOUND')
    const [number] = numbersOf(card.vcard)
    if (!number) refuse('ERR_WAPP_INVALID_CONTACT')
    const known = findContactByNumber(ctx, number)
    if (known) return known.id
    const name = cleanName(card.name.slice(0, nameMax))
    return createContact(ctx, { name: name.length < nameMin ? number : name, number, email: '' })
  })
}
