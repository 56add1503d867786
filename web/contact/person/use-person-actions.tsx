import { useState } from 'react'
import type { ContactView } from '../../../src/contact/contact.answers'
import { canHandlePersonData } from '../../../src/person/person.policy'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { useAttempt } from '../../ui/form/use-attempt'
import { lazyPart } from '../../ui/layout/lazy-part'
import { Eraser, FileArchive } from '../../ui/icons'
import type { PersonRecords } from './person-dialogs'

const ExportPersonDialog = lazyPart(() => import('./person-dialogs').then((code) => code.ExportPersonDialog))
const ErasePersonDialog = lazyPart(() => import('./person-dialogs').then((code) => code.ErasePersonDialog))

interface Opened {
  what: 'export' | 'erase'
  contact: ContactView
  records: PersonRecords
}

/** What admins may do with everything that is stored of a contact. */
export function usePersonActions() {
  const t = useTexts('contact').contact.person
  const { api } = useApp()
  const actor = actorOf(useUser())
  const attempt = useAttempt()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)

  const open = (what: Opened['what'], contact: ContactView) =>
    attempt(async () => {
      const records = await api.get('/contacts/:id/records', { params: { id: contact.id } })
      setOpened({ what, contact, records })
    })

  const of = (contact: ContactView) =>
    canHandlePersonData(actor, contact)
      ? [
          { label: t.export, icon: FileArchive, onSelect: () => open('export', contact) },
          { label: t.erase, icon: Eraser, danger: true, onSelect: () => open('erase', contact) },
        ]
      : []

  const dialog = opened && (
    <>
      {opened.what === 'export' && <ExportPersonDialog {...opened} close={close} />}
      {opened.what === 'erase' && <ErasePersonDialog {...opened} close={close} />}
    </>
  )
  return { of, dialog }
}
