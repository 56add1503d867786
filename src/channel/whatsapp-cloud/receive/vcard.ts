import { type JsonObject, objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { textOf } from './values'

const phonesMax = 20

/** Line breaks and separators would end a line of the card and begin another. */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

/** Converts a contact as Meta describes it to a vCard. */
export function vcardOf(contact: JsonObject): { name: string; vcard: string } {
  const given = objectOf(contact['name'])
  const name = textOf(given['formatted_name']) || textOf(given['first_name'])
  const phones = objectsIn(contact['phones'])
    .slice(0, phonesMax)
    .flatMap((phone) => {
      const waId = textOf(phone['wa_id']).replace(/\D/g, '')
      const number = textOf(phone['phone']).replace(/[^\d+() -]/g, '') || (waId && `+${waId}`)
      return number ? [`TEL;type=CELL${waId ? `;waid=${waId}` : ''}:${number}`] : []
    })
  const emails = objectsIn(contact['emails'])
    .slice(0, phonesMax)
    .flatMap(({ email }) => (textOf(email) ? [`EMAIL:${escaped(textOf(email))}`] : []))
  const company = textOf(objectOf(contact['org'])['company'])
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(textOf(given['last_name']))};${escaped(textOf(given['first_name']) || name)};;;`,
    `FN:${escaped(name)}`,
    ...(company ? [`ORG:${escaped(company)}`] : []),
    ...phones,
    ...emails,
    'END:VCARD',
  ]
  return { name, vcard: lines.join('\n') }
}
