import { useSignals } from '@preact/signals-react/runtime'
import { Trash2, CalendarPlus } from '../ui/icons'
import { useState, useEffect, type Ref } from 'react'
import { useUser, useApp } from '../app/app-context'
import type { TicketNoteView } from '../../src/ticket/ticket.answers'
import { CreateTicketNoteBody } from '../../src/ticket/ticket.contract'
import * as v from 'valibot'
import { useFormat, useTexts } from '../i18n/i18n'
import { isAdmin } from '../app/screen-access'
import { Form, TextField } from '../ui/form/form-field'
import { useForm } from '../ui/form/form'
import { SaveButton } from '../ui/button/save-button'
import { useUi } from '../ui/context/ui-context'
import type { TicketNotes } from '../contact/ticket-notes'
import { useAttempt } from '../ui/form/use-attempt'
import type { ContactView } from '../../src/contact/contact.answers'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { links } from '../app/links'
import { ScheduleFromContact } from '../schedule/schedule-from-contact'
import { Button, IconButton } from '../ui/button/button'
import { Link } from '../ui/display/link'
import type { ContactRecord, ContactTag } from '../contact/contact-record'
import { SettingGateNote } from '../app/setting-gate-note'
import { Switch } from '../ui/field/switch'
import { useMadeToast } from '../records/made-row'
import { swatchColours } from '../ui/colour/colour'
import { MultiCombobox } from '../ui/select/combobox'
import { useFetched } from '../app/use-fetched'
import { optionsOf } from '../ui/select/option'

const NoteForm = v.pick(CreateTicketNoteBody, ['note'])

type NotesModel = Pick<TicketNotes, 'notes' | 'addNote' | 'removeNote'>

export function ContactNotes({ drawer }: { drawer: NotesModel }) {
  useSignals()
  const t = useTexts('contact').contact.drawer
  const { toast } = useUi()
  const form = useForm({ schema: NoteForm, initial: { note: '' }, save: ({ note }) => drawer.addNote(note) })
  const notes = drawer.notes.value ?? []

  function saved() {
    toast.success(t.noteAdded)
    form.reset({ note: '' })
  }

  return (
    <section className="contact-part stack">
      <h4>{t.notes}</h4>
      <Form form={form} onSaved={saved} className="contact-note-form">
        <TextField form={form} name="note" label={t.newNote} hideLabel rows={2} placeholder={t.notePlaceholder} />
        <SaveButton form={form}>{t.addNote}</SaveButton>
      </Form>
      {notes.length === 0 && <p className="contact-nothing">{t.noNotes}</p>}
      <ul className="stack">
        {notes.map((note) => (
          <Note key={note.id} note={note} drawer={drawer} />
        ))}
      </ul>
    </section>
  )
}

function Note({ note: { id, note, user, createdAt }, drawer }: { note: TicketNoteView; drawer: NotesModel }) {
  const texts = useTexts('contact')
  const attempt = useAttempt()
  const t = texts.contact.drawer
  const format = useFormat()
  const me = useUser()
  const { confirm } = useUi()
  const [more, setMore] = useState(false)

  async function remove() {
    if (!(await confirm({ title: t.deleteNoteTitle, text: t.deleteNoteText, action: t.deleteNote, danger: true })))
      return
    await attempt(() => drawer.removeNote(id), t.noteDeleted)
  }

  return (
    <li className="contact-note" data-more={more || undefined}>
      <p dir="auto" onClick={() => setMore(!more)}>
        {note}
      </p>
      <footer>
        <span className="truncate">{user?.name}</span>
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
        {(isAdmin(me) || user?.id === me.id) && (
          <IconButton icon={Trash2} label={t.deleteNote} size="xs" onClick={() => remove()} />
        )}
      </footer>
    </li>
  )
}

const shownMax = 3

export function ContactSchedules({ contact }: { contact: ContactView }) {
  const t = useTexts('contact').contact.drawer
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

interface PartProps {
  contact: ContactView
  drawer: ContactRecord
}

export function ContactExtraInfo({ contact: { extraInfo } }: Pick<PartProps, 'contact'>) {
  const t = useTexts('contact').contact.drawer
  if (extraInfo.length === 0) return null
  return (
    <section className="contact-part stack">
      <h4>{t.extraInfo}</h4>
      <dl className="contact-extra stack">
        {extraInfo.map(({ id, name, value }) => (
          <div key={id}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function ContactPreferences({ contact, drawer }: PartProps) {
  const t = useTexts('contact').contact.drawer
  const attempt = useAttempt()
  const turn = (name: 'acceptAudioMessage' | 'disableBot') => (value: boolean) =>
    void attempt(() => drawer.toggle(name, value))
  return (
    <section className="contact-part stack">
      <h4>{t.options}</h4>
      <Switch label={t.acceptAudio} checked={contact.acceptAudioMessage} onCheckedChange={turn('acceptAudioMessage')} />
      <SettingGateNote gate="audio" />
      <Switch label={t.disableBot} checked={contact.disableBot} onCheckedChange={turn('disableBot')} />
    </section>
  )
}

const tagLengthMin = 3

export function ContactTags({ drawer, ref }: { drawer: ContactRecord; ref?: Ref<HTMLElement> }) {
  useSignals()
  const texts = useTexts('contact')
  const t = texts.contact.drawer
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
