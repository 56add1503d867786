import { chatwootCore, chatwootPrefix, chatwootTables } from './chatwoot/chatwoot-tables'
import { familyTableNames, isFamilyTable } from './family-tables'

/** Which tables of a source are kept. */
export interface SourceSystem {
  /** For a sentence. */
  name: string
  /** Without these nothing can be moved in. */
  core: readonly string[]
  isKept(table: string): boolean
  /** Under which name a table is known whose case is another. */
  nameOf(table: string): string
  /** Before the names in a scratch file. */
  prefix: string
}

const canonicalNames = new Map(familyTableNames.map((name) => [name.toLowerCase(), name]))

export const familySystem: SourceSystem = {
  name: 'Whaticket',
  core: ['Contacts', 'Tickets', 'Users', 'Whatsapps'],
  isKept: isFamilyTable,
  // MySQL on Windows keeps names in lower case.
  nameOf: (table) => (isFamilyTable(table) ? table : (canonicalNames.get(table.toLowerCase()) ?? table)),
  prefix: '',
}

export const chatwootSystem: SourceSystem = {
  name: 'Chatwoot',
  core: chatwootCore,
  isKept: (table) => Object.hasOwn(chatwootTables, table),
  nameOf: (table) => table,
  prefix: chatwootPrefix,
}
