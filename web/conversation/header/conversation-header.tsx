import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown, EllipsisVertical, PanelRight } from '../../ui/icons'
import { memo } from 'react'
import { useApp, useUser } from '../../app/app-context'
import { useNow, useTexts } from '../../i18n/i18n'
import { writeStateOf } from '../composer/composer-blocked'
import { useConversation } from '../state/conversation-context'
import { Avatar } from '../../ui/display/avatar'
import { Button, IconButton } from '../../ui/button/button'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { tooltip } from '../../ui/popup/tooltip'
import { TicketAbout, BackToList } from './header-parts'
import { type TicketAction, resolveAndNextId } from '../../ticket/actions/ticket-actions'
import { useConversationActions } from './use-conversation-actions'

const shownMax = 3

export const ConversationHeader = memo(function ConversationHeader() {
  useSignals()
  const { model, view } = useConversation()
  const t = useTexts().conversation
  const { contact } = model.ticket.value
  return (
    <header className="conversation-header row">
      <BackToList />
      <button
        type="button"
        className="conversation-who grows row gap-3"
        aria-expanded={view.drawerOpen.value}
        {...tooltip(t.openContact(contact.name), { side: 'bottom' })}
        onClick={() => (view.drawerOpen.value = !view.drawerOpen.peek())}
      >
        <Avatar name={contact.name} src={contact.urlPicture} size={38} />
        <span className="conversation-names">
          <span className="conversation-name truncate" dir="auto">
            {contact.name}
          </span>
          <ConversationAbout />
        </span>
      </button>
      <ConversationViewers />
      <HeaderActions />
    </header>
  )
})

/** Shows typing while it lasts, otherwise state, number, queue and owner. */
function ConversationAbout() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().message
  const typing = model.typing.value
  if (typing) {
    return (
      <span className="conversation-typing">
        {typing.recording ? t.recordingNow(typing.name) : t.typing(typing.name)}
      </span>
    )
  }
  return <TicketAbout ticket={model.ticket.value} />
}

function HeaderActions() {
  useSignals()
  const { model, view } = useConversation()
  const isBusy = view.busy.value
  const t = useTexts().conversation.actions
  const actions = useConversationActions()
  const next = useResolveAndNext()
  const main = actions.accept ?? actions.reopen
  // On a phone it replaces the composer.
  const mainBelow = writeStateOf(model.ticket.value, useNow()).kind === 'none'
  const rest = [actions.transfer, actions.snooze, actions.returnToQueue, actions.ignore].filter(
    (action) => action !== undefined,
  )
  const more = [
    ...[
      actions.search,
      actions.priority,
      actions.markUnread,
      actions.summary,
      actions.schedule,
      actions.flow,
      actions.meeting,
    ],
    ...[actions.log, actions.export],
  ].filter((action) => action !== undefined)
  const resolveItems = actions.resolve && actions.resolveQuietly ? [asItem(actions.resolveQuietly), ...next] : []
  const narrowItems: MenuItem[] = rest.length > 0 ? [...rest.map(asItem), ...resolveItems, 'separator'] : []
  const lastItems: MenuItem[] = actions.remove ? ['separator', asItem(actions.remove)] : []
  return (
    <div className="conversation-actions row gap-1">
      {rest.map(({ label, icon, run }) => (
        <IconButton key={label} className="roomy-only" icon={icon} label={label} disabled={isBusy} onClick={run} />
      ))}
      {main && (
        <Button
          className={mainBelow ? 'wide-only' : undefined}
          variant="primary"
          icon={main.icon}
          loading={isBusy}
          onClick={main.run}
        >
          {main.label}
        </Button>
      )}
      {actions.resolve && resolveItems.length > 0 && (
        <ResolveButton resolve={actions.resolve} items={resolveItems} isBusy={isBusy} />
      )}
      <IconButton
        className="wide-only"
        icon={PanelRight}
        label={t.contact}
        pressed={view.drawerOpen.value}
        onClick={() => (view.drawerOpen.value = !view.drawerOpen.peek())}
      />
      <span className="roomy-only">
        <Menu align="end" items={[...more.map(asItem), ...lastItems]} trigger={moreTrigger} />
      </span>
      <span className="narrow-only">
        <Menu align="end" items={[...narrowItems, ...more.map(asItem), ...lastItems]} trigger={moreTrigger} />
      </span>
    </div>
  )

  function moreTrigger(trigger: Parameters<Parameters<typeof Menu>[0]['trigger']>[0]) {
    return <IconButton {...trigger} icon={EllipsisVertical} label={t.menu} />
  }
}

function ResolveButton({ resolve, items, isBusy }: { resolve: TicketAction; items: MenuItem[]; isBusy: boolean }) {
  const t = useTexts().conversation.actions
  return (
    <span className="split-button">
      <Button variant="secondary" icon={resolve.icon} loading={isBusy} onClick={resolve.run}>
        {t.resolve}
      </Button>
      <Menu
        align="end"
        items={[asItem(resolve), ...items]}
        trigger={(trigger) => <IconButton {...trigger} icon={ChevronDown} label={t.resolveMore} />}
      />
    </span>
  )
}

/** The inbox's command that resolves this conversation and accepts the next one. */
function useResolveAndNext(): MenuItem[] {
  const { commands } = useApp()
  // Other commands come and go with the focus.
  const command = useComputed(() => commands.commands.value.find(({ id }) => id === resolveAndNextId)).value
  return command ? [{ label: command.label, icon: command.icon, onSelect: command.run }] : []
}

function asItem({ label, icon, run, danger }: TicketAction): MenuItem {
  return { label, icon, onSelect: run, danger }
}

/** Colleagues who have the conversation open; a pen marks those who write. */
function ConversationViewers() {
  useSignals()
  const { model } = useConversation()
  const { id: me } = useUser()
  const t = useTexts().conversation.viewers
  const others = model.viewers.value.filter(({ id }) => id !== me)
  if (others.length === 0) return null
  const shown = others.toSorted((a, b) => Number(b.state === 'writing') - Number(a.state === 'writing'))
  const describe = ({ name, state }: (typeof others)[number]) => t[state](name)
  return (
    <ul className="conversation-viewers row gap-0" aria-label={t.list}>
      {shown.slice(0, shownMax).map((viewer) => (
        <li key={viewer.id} data-state={viewer.state} {...tooltip(describe(viewer), { side: 'bottom' })}>
          <Avatar name={viewer.name} src={viewer.profileImage} size={26} label={describe(viewer)} />
          {viewer.state === 'writing' && <span className="viewer-writing" aria-hidden />}
        </li>
      ))}
      {shown.length > shownMax && (
        <li className="viewers-more" {...tooltip(shown.slice(shownMax).map(describe).join(', '), { side: 'bottom' })}>
          +{shown.length - shownMax}
        </li>
      )}
    </ul>
  )
}
