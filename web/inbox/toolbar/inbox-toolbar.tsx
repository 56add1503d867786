import { useSignals } from '@preact/signals-react/runtime'
import { Eye, EyeOff } from '../../ui/icons'
import { canShowAllTickets } from '../../../src/ticket/ticket.policy'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { IconButton } from '../../ui/button/icon-button'
import { Tabs } from '../../ui/layout/tabs'
import { useInbox } from '../state/inbox-context'
import { InboxMenu } from './inbox-menu'
import { useSortChoices } from './sort-choices'
import { QueueMenu } from '../filter/queue-menu'

/** Selects the shown tickets and offers actions on all of them. */
export function InboxToolbar() {
  useSignals()
  const { model } = useInbox()
  const t = useTexts().ticket
  const actor = actorOf(useUser())
  const searching = model.shown.value === 'search'
  const tabs = model.shown.value !== 'closed' && !searching
  const showAll = model.showAll.value
  const { current, next } = useSortChoices()
  return (
    <div className="inbox-toolbar">
      <Tabs
        label={t.views.label}
        variant="pill"
        value={searching ? undefined : model.view.value}
        onValueChange={model.showView}
        items={[
          { value: 'tabs', label: t.views.tabs },
          { value: 'closed', label: t.views.closed },
        ]}
      />
      <QueueMenu />
      <div className="inbox-toolbar-buttons">
        {canShowAllTickets(actor) && (
          <IconButton
            className="inbox-roomy"
            icon={showAll ? Eye : EyeOff}
            label={showAll ? t.showMine : t.showAll}
            pressed={showAll}
            size="s"
            onClick={() => model.setShowAll(!showAll)}
          />
        )}
        {tabs && (
          <IconButton
            className="inbox-roomy"
            icon={current.icon}
            label={current.label}
            size="s"
            onClick={() => model.setSort(next.order)}
          />
        )}
        <InboxMenu />
      </div>
    </div>
  )
}
