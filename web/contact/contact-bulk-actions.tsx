import { useState } from 'react'
import type { BulkContactsBody } from '../../src/contact/bulk/contact-bulk.calls'
import type { ContactView } from '../../src/contact/contact.answers'
import type { TagView } from '../../src/tag/tag.calls'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Ban, Download, ListChecks, Tags, Trash2, Undo2 } from '../ui/icons'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import { AddToListDialog, mayFillLists } from './add-to-list-dialog'
import { ContactTagsDialog } from './contact-tags-dialog'
import { type ContactExport, ExportContactsDialog } from './export-contacts-dialog'

/** Limit of contacts per call. */
const atOnceMax = 500

interface ContactBulkActionsProps {
  contacts: readonly ContactView[]
  clear: () => void
  tags: readonly TagView[]
  onTagMade: (tag: TagView) => void
  mayDelete: boolean
}

export function ContactBulkActions({ contacts, clear, tags, onTagMade, mayDelete }: ContactBulkActionsProps) {
  const texts = useTexts('contact')
  const t = texts.contact.bulk
  const { confirm } = useUi()
  const change = useBulkChange(contacts, clear)
  const [exported, setExported] = useState<ContactExport>()
  const [tagging, setTagging] = useState(false)
  const [listing, setListing] = useState(false)
  const hasLists = mayFillLists(useUser())
  const { length } = contacts

  async function ask(action: 'block' | 'delete') {
    const [title, text] =
      action === 'block' ? [t.blockTitle(length), t.blockText] : [t.deleteTitle(length), t.deleteText]
    if (await confirm({ title, text, action: t[action], danger: true })) await change({ action }, t.done[action])
  }

  function exportSelected() {
    const ids = contacts.slice(0, atOnceMax).map(({ id }) => id)
    setExported({ query: { contactIds: ids.join(','), format: 'xlsx' }, total: ids.length })
  }

  return (
    <>
      <Button size="s" icon={Tags} onClick={() => setTagging(true)}>
        {t.tag}
      </Button>
      {hasLists && (
        <Button size="s" icon={ListChecks} onClick={() => setListing(true)}>
          {t.addToList}
        </Button>
      )}
      <Button size="s" icon={Ban} onClick={() => void ask('block')}>
        {t.block}
      </Button>
      <Button size="s" icon={Undo2} onClick={() => void change({ action: 'unblock' }, t.done.unblock)}>
        {t.unblock}
      </Button>
      <Button size="s" icon={Download} onClick={exportSelected}>
        {texts.ui.export}
      </Button>
      {mayDelete && (
        <Button size="s" variant="danger" icon={Trash2} onClick={() => void ask('delete')}>
          {t.delete}
        </Button>
      )}
      {tagging && (
        <ContactTagsDialog
          count={length}
          tags={tags}
          onTagMade={onTagMade}
          apply={(action, tagIds) => change({ action, tagIds }, t.done[action])}
          close={() => setTagging(false)}
        />
      )}
      {exported && <ExportContactsDialog {...exported} close={() => setExported(undefined)} />}
      {listing && (
        <AddToListDialog count={length} contacts={contacts} close={() => setListing(false)} onAdded={clear} />
      )}
    </>
  )
}

type BulkChange = BulkContactsBody extends infer Body
  ? Body extends unknown
    ? Omit<Body, 'contactIds'>
    : never
  : never

function useBulkChange(contacts: readonly ContactView[], clear: () => void) {
  const { api } = useApp()
  const attempt = useAttempt()
  return async (action: BulkChange, done: string) => {
    const ids = contacts.map(({ id }) => id)
    const isDone = await attempt(async () => {
      for (let from = 0; from < ids.length; from += atOnceMax) {
        const body = { ...action, contactIds: ids.slice(from, from + atOnceMax) } as BulkContactsBody
        await api.post('/contacts/bulk', { body })
      }
    }, done)
    if (isDone) clear()
    return isDone
  }
}
