import { CalendarPlus } from '../ui/icons'
import { useEffect, useState } from 'react'
import type { ContactView } from '../../src/contact/contact.answers'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { ScheduleFromContact } from '../schedule/schedule-from-contact'
import { Button } from '../ui/button/button'
import { Link } from '../ui/display/link'

const shownMax = 3

export function ContactSchedules({ contact }: { contact: ContactView }) {
  const t = useTexts('contactDrawer').contactDrawer
  const format = useFormat()
  const waiting = useWaiting(contact.id)
  const [adding, setAdding] = useState(false)
  return (
    <section className="contact-part stack">
      <h4>{t.schedules}</h4>
      {waiting?.length === 0 && <p className="contact-nothing">{t.noSchedules}</p>}
      <ul className="contact-schedules">
        {waiting?.slice(0, shownMax).map(({ id, sendAt, body, mediaName }) => (
          <li key={id}>
            <time className="tabular" dateTime={sendAt}>
              {format.dateTime(sendAt)}
            </time>
            <span className="truncate" dir="auto">
              {body || mediaName}
            </span>
          </li>
        ))}
      </ul>
      <div className="row wraps gap-3">
        <Button size="s" icon={CalendarPlus} onClick={() => setAdding(true)}>
          {t.schedule}
        </Button>
        {waiting && waiting.length > shownMax && <Link href={links.schedules()}>{t.allSchedules}</Link>}
      </div>
      {adding && <ScheduleFromContact contact={contact} close={() => setAdding(false)} />}
    </section>
  )
}

/** Returns pending schedules, the next first; undefined until loaded. */
function useWaiting(contactId: number) {
  const { api, live } = useApp()
  const [waiting, setWaiting] = useState<readonly ScheduleView[]>()
  useEffect(() => {
    let wanted = true
    const load = () =>
      api.get('/schedules', { query: { contactId } }).then(
        ({ schedules }) => wanted && setWaiting(schedules.filter(({ status }) => status === 'PENDENTE')),
        // The rest of the drawer works without them.
        () => {},
      )
    void load()
    const stop = live.subscribe('schedule', () => void load())
    return () => {
      wanted = false
      stop()
    }
  }, [api, live, contactId])
  return waiting
}
