import { useState } from 'react'
import type { TagView } from '../../../src/tag/tag.calls'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { swatchColours } from '../../ui/colour/colour'
import { Dialog } from '../../ui/dialog/dialog'
import { Field } from '../../ui/field/field'
import { MultiCombobox } from '../../ui/select/multi-combobox'
import { useAttempt } from '../../ui/form/use-attempt'
import { optionsOf } from '../../ui/select/option'

const tagLengthMin = 3

interface ContactTagsDialogProps {
  count: number
  tags: readonly TagView[]
  onTagMade: (tag: TagView) => void
  apply: (action: 'tag' | 'untag', tagIds: number[]) => Promise<boolean>
  close: () => void
}

/** Adds or removes tags of the selected contacts. */
export function ContactTagsDialog({ count, tags, onTagMade, apply, close }: ContactTagsDialogProps) {
  const texts = useTexts('contact')
  const t = texts.contact.bulk
  const { api } = useApp()
  const attempt = useAttempt()
  const [chosen, setChosen] = useState<number[]>([])
  const [saving, setSaving] = useState<'tag' | 'untag'>()

  async function run(action: 'tag' | 'untag') {
    setSaving(action)
    if (await apply(action, chosen)) close()
    setSaving(undefined)
  }

  async function create(name: string) {
    const color = swatchColours[tags.length % swatchColours.length] ?? swatchColours[0]
    await attempt(async () => {
      const tag = await api.post('/tags', { body: { name: name.trim(), kanban: false, color } })
      onTagMade(tag)
      setChosen((ids) => [...ids, tag.id])
    })
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
