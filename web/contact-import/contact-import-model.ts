import type { ContactImportView } from '../../src/contact-import/contact-import.calls'
import type { ApiClient } from '../api/api-client'

export interface ImportsData {
  imports: ContactImportView[]
}

export async function loadImports(api: ApiClient): Promise<ImportsData> {
  return api.get('/contacts/imports')
}

/** Returns the list with this import updated, newest first. */
export function withImport(imports: readonly ContactImportView[], changed: ContactImportView): ContactImportView[] {
  if (changed.state === 'uploaded') return [...imports]
  const others = imports.filter(({ id }) => id !== changed.id)
  return [...others, changed].sort((a, b) => b.id - a.id)
}
