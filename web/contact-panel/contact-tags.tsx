import { useSignals } from '@preact/signals-react/runtime'
import { type Ref } from 'react'
import { links } from '../app/links'
import { useMadeToast } from '../records/made-row'
import { useTexts } from '../i18n/i18n'
import { swatchColours } from '../ui/colour/colour'
import { MultiCombobox } from '../ui/select/multi-combobox'
import { useUi } from '../ui/context/ui-context'
import type { ContactRecord, ContactTag } from '../contact/contact-record'
import { useFetched } from '../app/use-fetched'
import { optionsOf } from '../ui/select/option'
import { useAttempt } from '../ui/form/use-attempt'

const tagLengthMin = 3

/** The contact's tags: chosen from all, or created here. */
export function ContactTags({ drawer, ref }: { drawer: ContactRecord; ref?: Ref<HTMLElement> }) {
  useSignals()
  const texts = useTexts('contactDrawer')
  const t = texts.contactDrawer
  const { toast } = useUi()
  const all = useTags()
  const own = drawer.contact.value?.tags ?? []
  const attempt = useAttempt()
  const madeToast = useMadeToast()
  const byId = new Map<number, ContactTag>([...all, ...own].map((tag) => [tag.id, tag]))

  function create(name: string) {
    if (name.trim().length < tagLengthMin) return void toast.warning(t.tagTooShort)
    const colour = swatchColours[Math.floor(Math.random() * swatchColours.length)] ?? swatchColours[0]
    void attempt(async () => {
      const id = await drawer.createTag(name.trim(), colour)
      madeToast(texts.ui.tagCreated, links.editTag(id))
    })
  }

  return (
    <section className="contact-part stack" ref={ref}>
      <h4>{t.tags}</h4>
      <MultiCombobox
        label={t.tags}
        value={own.map(({ id }) => id)}
        selected={optionsOf(own)}
        options={optionsOf(all)}
        placeholder={t.addTag}
        onCreate={create}
        createLengthMin={1}
        onValueChange={(ids) =>
          void attempt(() => drawer.setTags(ids.map((id) => byId.get(id)).filter((tag) => tag !== undefined)))
        }
      />
    </section>
  )
}

function useTags(): readonly ContactTag[] {
  // Without them the contact's own tags can still be removed and new ones created.
  return (
    useFetched((api, signal) => api.get('/tags/list', { query: { kanban: 0 }, signal }), { live: 'tag' }).answer ?? []
  )
}
