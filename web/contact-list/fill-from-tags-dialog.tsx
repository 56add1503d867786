import { useState } from 'react'
import type { ContactListView } from '../../src/contact-list/contact-list.record'
import { useApp } from '../app/app-context'
import { useTags } from '../contact/use-tags'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { Field } from '../ui/field/field'
import { MultiCombobox } from '../ui/select/multi-combobox'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'

interface FillFromTagsDialogProps {
  list: ContactListView
  close: () => void
}

/** Adds the contacts that carry any of the chosen tags. */
export function FillFromTagsDialog({ list, close }: FillFromTagsDialogProps) {
  const t = useTexts('contactList').contactList.items
  const { api } = useApp()
  const { toast } = useUi()
  const { busy, attempt } = useBusyAttempt()
  const tags = useTags() ?? []
  const [chosen, setChosen] = useState<number[]>([])

  async function fill() {
    const done = await attempt(async () => {
      const body = { tagIds: chosen }
      const { added, known, left } = await api.post('/contact-lists/:id/fill', { params: { id: list.id }, body })
      toast.success(t.filled(added, known, left))
    })
    if (done) close()
  }

  return (
    <Dialog
      open
      size="s"
      title={t.fillTitle}
      onClose={close}
      footer={
        <Button variant="primary" disabled={chosen.length === 0} loading={busy} onClick={() => fill()}>
          {t.fillAction}
        </Button>
      }
    >
      <Field label={t.fillTags} help={t.fillHelp}>
        <MultiCombobox<number>
          value={chosen}
          options={tags.map(({ id, name, color, contactsCount }) => ({
            value: id,
            label: name,
            color,
            description: t.tagContacts(contactsCount),
          }))}
          onValueChange={setChosen}
        />
      </Field>
    </Dialog>
  )
}
