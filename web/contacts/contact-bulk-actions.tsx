import { useState } from 'react'
import type { BulkContactsBody } from '../../src/contact/bulk/contact-bulk.calls'
import type { ContactView } from '../../src/contact/contact.answers'
import type { TagView } from '../../src/tag/tag.record'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Ban, Download, Ellipsis, ListChecks, Tags, Trash2, Undo2, type LucideIcon } from '../ui/icons'
import { Menu, type MenuAction } from '../ui/popup/menu'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import { AddToListDialog, mayFillLists } from './add-to-list-dialog'
import { type ContactExport, ExportContactsDialog } from './contact-transfer-menu'
import { Dialog } from '../ui/dialog/dialog'
import { Field } from '../ui/field/field'
import { MultiCombobox } from '../ui/select/combobox'
import { optionsOf } from '../ui/select/option'
import { tagLengthMin, useCreateTag } from '../contact/use-tags'

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
  const { change, remove, block } = useBulkActions(contacts, clear)
  const [exported, setExported] = useState<ContactExport>()
  const [tagging, setTagging] = useState(false)
  const [listing, setListing] = useState(false)
  const hasLists = mayFillLists(useUser())
  const { length } = contacts

  function exportSelected() {
    const chosen = contacts.slice(0, atOnceMax)
    const ids = chosen.map(({ id }) => id)
    // Groups are left out, unless there is nothing else.
    const people = chosen.filter(({ isGroup }) => !isGroup).length
    setExported({ query: { contactIds: ids.join(','), format: 'xlsx' }, total: people || ids.length })
  }

  const actions: BulkAction[] = [
    { label: t.tag, icon: Tags, onSelect: () => setTagging(true) },
    ...(hasLists ? [{ label: t.addToList, icon: ListChecks, onSelect: () => setListing(true) }] : []),
    { label: t.block, icon: Ban, onSelect: () => block() },
    {
      label: t.unblock,
      icon: Undo2,
      onSelect: () => change(contacts, { action: 'unblock' }, t.done.unblock),
    },
    { label: texts.ui.export, icon: Download, onSelect: exportSelected },
    ...(mayDelete ? [{ label: t.delete, icon: Trash2, danger: true, onSelect: () => remove() }] : []),
  ]

  return (
    <>
      <ActionButtons actions={actions} />
      {tagging && (
        <ContactTagsDialog
          count={length}
          tags={tags}
          onTagMade={onTagMade}
          apply={(action, tagIds) => change(contacts, { action, tagIds }, t.done[action])}
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

interface BulkAction extends MenuAction {
  icon: LucideIcon
}

/** A phone and a tablet have room for one button, which opens a menu. */
function ActionButtons({ actions }: { actions: readonly BulkAction[] }) {
  const texts = useTexts()
  return (
    <>
      {actions.map(({ label, icon, onSelect, danger }) => (
        <Button
          key={label}
          className="contact-bulk-button"
          size="s"
          icon={icon}
          variant={danger ? 'danger' : 'secondary'}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      <Menu
        items={actions}
        trigger={(trigger) => (
          <Button {...trigger} className="contact-bulk-menu" size="s" icon={Ellipsis}>
            {texts.ui.actions}
          </Button>
        )}
      />
    </>
  )
}

function useBulkActions(contacts: readonly ContactView[], clear: () => void) {
  const texts = useTexts('contact')
  const t = texts.contact.bulk
  const { confirm, toast } = useUi()
  const change = useBulkChange(clear)

  async function remove() {
    const question = { title: t.deleteTitle(contacts.length), text: t.deleteText, action: t.delete, danger: true }
    if (await confirm(question)) await change(contacts, { action: 'delete' }, t.done.delete)
  }

  /** At once, with Undo for those that were not blocked before. */
  async function block() {
    if (!(await change(contacts, { action: 'block' }))) return
    const wereActive = contacts.filter(({ active }) => active)
    const unblock = () => void change(wereActive, { action: 'unblock' }, t.done.unblock)
    const action = { label: texts.ui.undo, onAction: unblock }
    toast.success(t.done.block, { detail: t.blockText, ...(wereActive.length > 0 && { action }) })
  }

  return { change, remove, block }
}

type BulkChange = BulkContactsBody extends infer Body
  ? Body extends unknown
    ? Omit<Body, 'contactIds'>
    : never
  : never

function useBulkChange(clear: () => void) {
  const { api } = useApp()
  const attempt = useAttempt()
  return async (contacts: readonly ContactView[], action: BulkChange, done?: string) => {
    const ids = contacts.map(({ id }) => id)
    const isDone = await attempt(async () => {
      for (let from = 0; from < ids.length; from += atOnceMax) {
        const body = { ...action, contactIds: ids.slice(from, from + atOnceMax) }
        await api.post('/contacts/bulk', { body })
      }
    }, done)
    if (isDone) clear()
    return isDone
  }
}

interface ContactTagsDialogProps {
  count: number
  tags: readonly TagView[]
  onTagMade: (tag: TagView) => void
  apply: (action: 'tag' | 'untag', tagIds: number[]) => Promise<boolean>
  close: () => void
}

function ContactTagsDialog({ count, tags, onTagMade, apply, close }: ContactTagsDialogProps) {
  const texts = useTexts('contact')
  const t = texts.contact.bulk
  const createTag = useCreateTag(tags)
  const [chosen, setChosen] = useState<number[]>([])
  const [saving, setSaving] = useState<'tag' | 'untag'>()

  async function run(action: 'tag' | 'untag') {
    setSaving(action)
    if (await apply(action, chosen)) close()
    setSaving(undefined)
  }

  async function create(name: string) {
    const tag = await createTag(name)
    if (!tag) return
    onTagMade(tag)
    setChosen((ids) => [...ids, tag.id])
  }

  const none = chosen.length === 0
  return (
    <Dialog
      open
      size="s"
      title={t.tagTitle(count)}
      onClose={close}
      footer={
        <>
          <Button disabled={none} loading={saving === 'untag'} onClick={() => run('untag')}>
            {t.untag}
          </Button>
          <Button variant="primary" disabled={none} loading={saving === 'tag'} onClick={() => run('tag')}>
            {t.addTags}
          </Button>
        </>
      }
    >
      <Field label={texts.contact.columns.tags}>
        <MultiCombobox<number>
          value={chosen}
          options={optionsOf(tags)}
          onValueChange={setChosen}
          onCreate={(name) => void create(name)}
          createLengthMin={tagLengthMin}
        />
      </Field>
    </Dialog>
  )
}
