import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import type { ContactImportView } from '../../src/contact-import/contact-import.calls'
import { useApp } from '../app/app-context'
import { createImports } from '../contact-import/contact-import-model'
import { ImportCard } from '../contact-import/import-list'

const shownMs = 3_600_000

/** The imports into a list, as they go. */
export function useListImports(listId: number, first: ContactImportView[]) {
  useSignals()
  const { api, live } = useApp()
  const model = useMemo(
    () => createImports(() => api.get('/contact-lists/:id/imports', { params: { id: listId } }), first, listId),
    [api, listId],
  )
  useEffect(() => model.follow(live), [model, live])
  return { imports: model.imports.value, load: model.load }
}

/** The newest import, while it runs and for an hour after. */
export function ListImports({ imports, load }: ReturnType<typeof useListImports>) {
  const { renderedAt } = useApp()
  const isRecent = ({ finishedAt }: ContactImportView) =>
    finishedAt === null || renderedAt.getTime() - Date.parse(finishedAt) < shownMs
  const [newest] = imports.filter(isRecent)
  if (!newest) return null
  return (
    <div className="contact-list-summary">
      <ul>
        <ImportCard key={newest.id} contactImport={newest} onChange={load} />
      </ul>
    </div>
  )
}
