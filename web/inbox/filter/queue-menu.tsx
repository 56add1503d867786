import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown } from '../../ui/icons'
import { useUser } from '../../app/app-context'
import { isAdmin } from '../../app/screen-access'
import { useTexts } from '../../i18n/i18n'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { useInbox } from '../state/inbox-context'

/** Chooses the queues whose tickets are shown. */
export function QueueMenu() {
  useSignals()
  const { model } = useInbox()
  const { queues: t } = useTexts().ticket
  const offered = model.queues.offered.value
  const ids = model.queues.chosen.value
  const mineAreAll = !isAdmin(useUser())
  const label = useQueueLabel()
  const toggle = (id: number) => {
    const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
    // An empty choice would leave the inbox empty permanently.
    if (next.length > 0) model.setQueues(next)
  }
  const items: MenuItem[] = [
    ...offered.map(({ id, name }) => ({ label: name, checked: ids.includes(id), onSelect: () => toggle(id) })),
    ...(offered.length > 1
      ? ([
          'separator',
          { label: t.everything, onSelect: () => model.setQueues(offered.map(({ id }) => id)) },
          ...(mineAreAll ? [] : [{ label: t.mine, onSelect: () => model.setQueues(undefined) }]),
        ] satisfies MenuItem[])
      : []),
  ]
  return (
    <Menu
      items={offered.length > 0 ? items : [{ heading: t.empty }]}
      trigger={(trigger) => (
        <button type="button" {...trigger} className="queue-menu" aria-label={`${t.label}: ${label}`}>
          <span className="truncate">{label}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      )}
    />
  )
}

function useQueueLabel() {
  useSignals()
  const { model } = useInbox()
  const { queues: t } = useTexts().ticket
  const offered = model.queues.offered.value
  const ids = model.queues.chosen.value
  if (ids.length === 0) return t.none
  if (ids.length === 1) return offered.find(({ id }) => id === ids[0])?.name ?? t.some(1)
  return ids.length === offered.length ? t.all : t.some(ids.length)
}
