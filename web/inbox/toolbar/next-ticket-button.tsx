import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../../i18n/i18n'
import { Button, type ButtonProps } from '../../ui/button/button'
import { SkipForward } from '../../ui/icons'
import { tooltip } from '../../ui/popup/tooltip'
import { useInbox } from '../state/inbox-context'
import { useNextTicket } from './use-next-ticket'

/** Accepts the first of those who wait, as many as it says. */
export function NextTicketButton(props: Pick<ButtonProps, 'variant' | 'size' | 'wide' | 'className'>) {
  useSignals()
  const { model } = useInbox()
  const { acceptNext } = useNextTicket()
  const t = useTexts().ticket
  // A new ticket is in the list before it is counted. The button must not move the rows later.
  const listed = model.shown.value === 'pending' ? model.list('pending').items.value.length : 0
  const waiting = Math.max(model.counts.value.pending, listed)
  if (waiting === 0) return null
  return (
    <Button
      {...props}
      {...tooltip(t.acceptNext, { keys: ['Alt', 'Enter'] })}
      icon={SkipForward}
      onClick={() => acceptNext()}
    >
      {t.acceptNextOf(waiting)}
    </Button>
  )
}
