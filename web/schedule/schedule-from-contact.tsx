import { useApp } from '../app-context'
import { WithTexts } from '../i18n/with-texts'
import { links } from '../links'
import { lazyPart } from '../ui/lazy-part'
import type { ScheduledContact } from './schedule-dialog'

const ScheduleDialog = lazyPart(() => import('./schedule-dialog').then((code) => code.ScheduleDialog))

interface FromContactProps {
  contact: ScheduledContact
  close: () => void
}

/** A message to this contact, from where one talks to them; saved, it leads to all that is scheduled. */
export function ScheduleFromContact({ contact, close }: FromContactProps) {
  const { navigation } = useApp()

  function leave() {
    close()
    void navigation.go(links.schedules())
  }

  return (
    <WithTexts areas={['schedule']}>
      <ScheduleDialog contact={contact} close={close} onSaved={leave} />
    </WithTexts>
  )
}
