import { useSignals } from '@preact/signals-react/runtime'
import { Trash2 } from '../ui/icons'
import { useState } from 'react'
import { useUser } from '../app/app-context'
import type { TicketNoteView } from '../../src/ticket/ticket.answers'
import { CreateTicketNoteBody } from '../../src/ticket/note/ticket-note.contract'
import * as v from 'valibot'
import { useFormat, useTexts } from '../i18n/i18n'
import { isAdmin } from '../app/screen-access'
import { Form } from '../ui/form/form-field'
import { useForm } from '../ui/form/form'
import { IconButton } from '../ui/button/icon-button'
import { SaveButton } from '../ui/button/save-button'
import { useUi } from '../ui/context/ui-context'
import type { TicketNotes } from '../contact/ticket-notes'
import { useAttempt } from '../ui/form/use-attempt'
import { TextField } from '../ui/form/text-field'

const NoteForm = v.pick(CreateTicketNoteBody, ['note'])

type NotesModel = Pick<TicketNotes, 'notes' | 'addNote' | 'removeNote'>

export function ContactNotes({ drawer }: { drawer: NotesModel }) {
  useSignals()
  const t = useTexts('contactDrawer').contactDrawer
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
  const texts = useTexts('contactDrawer')
  const attempt = useAttempt()
  const t = texts.contactDrawer
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
