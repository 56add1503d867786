import { useSignals } from '@preact/signals-react/runtime'
import { Bell, Megaphone, MessageSquareText } from '../ui/icons'
import { useEffect, useState, type ComponentType } from 'react'
import { useAnnouncements } from '../announcement/announcement-context'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { useUnreadChats } from '../internal-chat/unread/unread-chats-context'
import { useNotifications } from '../notification/notification-context'
import { FramePopover } from './frame-popover'
import type { FramePanelProps } from '../app/frame-panel'
import { frameSlots, loadPanel } from './frame-slots'

type SlotName = 'notifications' | 'announcements' | 'internalChats'

export function FramePanels() {
  useSignals()
  const t = useTexts().frame
  const announcements = useAnnouncements()
  const notifications = useNotifications()
  const unreadChats = useUnreadChats()
  const user = useUser()
  const unread = notifications.unread.value
  const unseen = announcements.unseen.value
  const unreads = unreadChats.unread.value
  const countText = notifications.personal.value.length > 0 ? t.notices : t.unreadTickets
  const bellLabel = unread > 0 ? countText(unread) : t.notifications
  return (
    <>
      <FramePopover
        icon={Bell}
        label={bellLabel}
        command={t.notifications}
        badge={unread}
        className="top-bar-notifications"
      >
        {(close) => <Panel slot="notifications" close={close} />}
      </FramePopover>
      {frameSlots.announcements && (
        <FramePopover
          icon={Megaphone}
          label={unseen > 0 ? t.unseenAnnouncements(unseen) : t.announcements}
          command={t.announcements}
          badge={unseen}
          width={380}
          className="top-bar-announcements"
        >
          {(close) => <Panel slot="announcements" close={close} />}
        </FramePopover>
      )}
      {frameSlots.internalChats && user.plan.useInternalChat && (
        <FramePopover
          icon={MessageSquareText}
          label={unreads > 0 ? t.unreadChats(unreads) : t.internalChats}
          badge={unreads}
          width={360}
          className="top-bar-chats"
        >
          {(close) => <Panel slot="internalChats" close={close} />}
        </FramePopover>
      )}
    </>
  )
}

function Panel({ slot, close }: FramePanelProps & { slot: SlotName }) {
  const t = useTexts().frame
  const app = useApp()
  const [loaded, setLoaded] = useState<{ panel: ComponentType<FramePanelProps> }>()
  useEffect(() => {
    void loadPanel(app, frameSlots[slot]).then(setLoaded)
  }, [app, slot])
  if (loaded) return <loaded.panel close={close} />
  return <p className="frame-panel-empty">{frameSlots[slot] ? t.loadingPage : t.noNotifications}</p>
}
