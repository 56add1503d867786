import { useEffect, useState } from 'react'
import type { ContactImportView } from '../../src/contact-import/contact-import.calls'
import { useApp } from '../app/app-context'
import { withImport } from '../contact-import/contact-import-model'
import { ImportCard } from '../contact-import/import-list'
import { onReconnect } from '../live/on-reconnect'

const shownMs = 3_600_000

/** The imports into a list, as they go. */
export function useListImports(listId: number, first: ContactImportView[]) {
  const { api, live } = useApp()
  const [imports, setImports] = useState(first)

  async function load() {
    const params = { id: listId }
    const found = await api.get('/contact-lists/:id/imports', { params }).catch(() => undefined)
    if (found) setImports(found.imports)
  }

  useEffect(() => {
    const stops = [
      live.subscribe('contactImport', ({ contactImport }) => {
        if (contactImport.contactListId === listId) setImports((known) => withImport(known, contactImport))
      }),
      live.subscribe('reload', () => void load()),
      onReconnect(live, () => void load()),
    ]
    return () => stops.forEach((stop) => stop())
  }, [live, listId])

  return { imports, load }
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
