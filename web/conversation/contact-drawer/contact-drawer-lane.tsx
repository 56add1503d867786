import { useSignals } from '@preact/signals-react/runtime'
import type { TagView } from '../../../src/tag/tag.calls'
import { useTexts } from '../../i18n/i18n'
import { useConversation } from '../state/conversation-context'
import { Select } from '../../ui/select/select'
import { useAttempt } from '../../ui/form/use-attempt'
import type { ContactDrawerModel } from '../../contact/contact-drawer-model'
import { useFetched } from '../../app/use-fetched'
import { optionsOf } from '../../ui/select/option'

const noLane = 0

/** The ticket's lane on the kanban board. */
export function ContactDrawerLane({ drawer }: { drawer: ContactDrawerModel }) {
  useSignals()
  const t = useTexts('contactDrawer').contactDrawer
  const { model } = useConversation()
  const lanes = useLanes()
  const attempt = useAttempt()
  const current = model.ticket.value.tags.find(({ kanban }) => kanban)
  // The current lane is shown before the others are loaded.
  const known = current && !lanes.some(({ id }) => id === current.id) ? [current] : []
  if (lanes.length + known.length === 0) return null
  const options = optionsOf([...lanes, ...known])
  return (
    <section className="contact-part">
      <h4>{t.lane}</h4>
      <Select<number>
        label={t.lane}
        value={current?.id ?? noLane}
        options={[{ value: noLane, label: t.noLane }, ...options]}
        onValueChange={(id) => void attempt(() => drawer.setLane(id === noLane ? null : id), t.laneSaved)}
      />
    </section>
  )
}

function useLanes(): readonly TagView[] {
  // Without them the current lane is still shown.
  return (
    useFetched((api, signal) => api.get('/tags/list', { query: { kanban: 1 }, signal }), { live: 'tag' }).answer ?? []
  )
}
