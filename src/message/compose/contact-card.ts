import { getContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { ContactId } from '../../kernel/ids'

/** vCard 3.0 (RFC 2426). @throws Refusal ERR_WAPP_INVALID_CONTACT when it has no number */
export function contactCard(ctx: CompanyContext, id: ContactId) {
  const { name, number, isGroup } = getContactRow(ctx, id)
  if (isGroup || !number) refuse('ERR_WAPP_INVALID_CONTACT')
  const text = escapeText(name)
  const vcard = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${text};;;`,
    `FN:${text}`,
    `TEL;type=CELL;type=VOICE;waid=${number}:+${number}`,
    'END:VCARD',
  ].join('\n')
  return { name, vcard }
}

/** A line break in a name would add lines to the card. */
function escapeText(text: string) {
  const oneLine = text.replace(/\s+/g, (space) => (/[\r\n\u2028\u2029]/.test(space) ? ' ' : space))
  return oneLine.replace(/[\\,;]/g, '\\$&')
}
