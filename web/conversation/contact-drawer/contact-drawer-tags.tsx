import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useApp } from '../../app/app-context'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { swatchColours } from '../../ui/colour/colour'
import { MultiCombobox } from '../../ui/select/multi-combobox'
import { useUi } from '../../ui/context/ui-context'
import type { ContactDrawerModel } from '../../contact/contact-drawer-model'
import type { ContactTag } from '../../contact/contact-record'

const tagLengthMin = 3

/** The contact's tags: chosen from all, or created here. */
export function ContactDrawerTags({ drawer }: { drawer: ContactDrawerModel }) {
  useSignals()
  const texts = useTexts()
  const errorText = useErrorText()
  const t = texts.conversation.drawer
  const { toast } = useUi()
  const all = useTags()
  const own = drawer.contact.value?.tags ?? []
  const withErrorToast = (task: Promise<void>) => void task.catch((cause: unknown) => toast.error(errorText(cause)))
  const byId = new Map<number, ContactTag>([...all, ...own].map((tag) => [tag.id, tag]))

  function create(name: string) {
    if (name.trim().length < tagLengthMin) return void toast.warning(t.tagTooShort)
    const colour = swatchColours[Math.floor(Math.random() * swatchColours.length)] ?? swatchColours[0]
    withErrorToast(drawer.createTag(name.trim(), colour))
  }

  return (
    <section className="contact-part">
      <h4>{t.tags}</h4>
      <MultiCombobox
        label={t.tags}
        value={own.map(({ id }) => id)}
        selected={own.map(optionOf)}
        options={all.map(optionOf)}
        placeholder={t.addTag}
        onCreate={create}
        createLengthMin={1}
        onValueChange={(ids) =>
          withErrorToast(drawer.setTags(ids.map((id) => byId.get(id)).filter((tag) => tag !== undefined)))
        }
      />
    </section>
  )
}

function optionOf({ id, name, color }: ContactTag) {
  return { value: id, label: name, color }
}

function useTags() {
  const { api } = useApp()
  const [tags, setTags] = useState<readonly ContactTag[]>([])
  useEffect(() => {
    const stop = new AbortController()
    // Without them the contact's own tags can still be removed and new ones created.
    api.get('/tags/list', { query: { kanban: 0 }, signal: stop.signal }).then(
      (found) => setTags(found),
      () => {},
    )
    return () => stop.abort()
  }, [api])
  return tags
}
