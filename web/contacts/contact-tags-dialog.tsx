import { useState } from 'react'
import type { TagView } from '../../src/tag/tag.calls'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { Field } from '../ui/field/field'
import { MultiCombobox } from '../ui/select/multi-combobox'
import { optionsOf } from '../ui/select/option'
import { tagLengthMin, useCreateTag } from '../contact/use-create-tag'

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
