import { contactNameMax } from '../../contact/contact.contract'
import { cleanName } from '../../kernel/text/name-text.contract'
import type { SpreadsheetRow } from '../../kernel/spreadsheet/rows-file'
import type { ContactImport } from '../contact-import.queries'
import { type ImportEntry, phoneIdentity } from './import-entry'
import type { RefusedRow } from './read-entry'

/** Reads an entry of a connection's address book: name, phone number and LID, some of which may be empty. */
export function readAddressBookEntry({ kind }: ContactImport, { cells }: SpreadsheetRow): ImportEntry | RefusedRow {
  const [given = '', number = '', lid = ''] = cells
  const name = cleanName(given).slice(0, contactNameMax) || (kind === 'chats' ? number : '')
  if (name === '') return { outcome: 'ignored', reason: 'missingName' }
  if (number === '' && lid === '') return { outcome: 'ignored', reason: 'missingNumber' }
  return {
    name,
    number,
    email: '',
    extraInfo: [],
    tagIds: [],
    identities: [
      ...(number === '' ? [] : [phoneIdentity(number)]),
      ...(lid === '' ? [] : [{ scope: 0, kind: 'lid' as const, value: lid }]),
    ],
  }
}
