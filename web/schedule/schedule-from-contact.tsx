import { useApp } from '../app/app-context'
import { WithTexts } from '../app/with-texts'
import { links } from '../app/links'
import { lazyPart } from '../ui/layout/lazy-part'
import type { ScheduledContact } from './schedule-dialog'

const ScheduleDialog = lazyPart(() => import('./schedule-dialog').then((code) => code.ScheduleDialog))

export function ScheduleFromContact({ contact, close }: { contact: ScheduledContact; close: () => void }) {
  const { navigation } = useApp()

  function leave(day: string) {
    close()
    void navigation.go(links.schedulesOf(day))
  }

  return (
    <WithTexts areas={['schedule', 'template']}>
      <ScheduleDialog contact={contact} close={close} onSaved={leave} />
    </WithTexts>
  )
}
