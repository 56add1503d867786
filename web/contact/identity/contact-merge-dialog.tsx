import { ArrowRight, Info } from '../../ui/icons'
import { useState } from 'react'
import type { ContactView, MergePreview } from '../../../src/contact/contact.answers'
import { useFetched } from '../../app/use-fetched'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Avatar } from '../../ui/display/avatar'
import { ActionDialog } from '../../ui/dialog/action-dialog'
import { Note, SkeletonRows, ErrorState } from '../../ui/feedback/feedback'
import { useBusyAttempt } from '../../ui/form/use-attempt'
import { useUi } from '../../ui/context/ui-context'
import type { ContactIdentityModel } from './contact-identity-model'
import { useShownAddress } from './use-shown-address'

type Person = Pick<ContactView, 'id' | 'name' | 'number' | 'username' | 'email' | 'urlPicture'>

interface MergeDialogProps {
  identity: ContactIdentityModel
  contact: Person
  other: Person
  close: () => void
}

export function ContactMergeDialog({ identity, contact, other, close }: MergeDialogProps) {
  const texts = useTexts('contact')
  const { busy, attempt } = useBusyAttempt()
  const t = texts.contact.drawer
  const { toast } = useUi()
  const [stays, setStays] = useState(contact.id)
  const fromId = stays === contact.id ? other.id : contact.id
  const {
    answer: preview,
    error,
    retry,
  } = useFetched((_, signal) => identity.preview(fromId, stays, signal), { key: stays })

  async function merge() {
    await attempt(async () => {
      const mergeId = await identity.merge(fromId, stays)
      close()
      toast.success(t.merged, { action: { label: t.undo, onAction: () => void undo(mergeId) } })
    })
  }

  const undo = (mergeId: number) => attempt(() => identity.undo(mergeId), t.undone)

  return (
    <ActionDialog
      title={t.mergeTitle}
      description={t.mergeText}
      onClose={close}
      action={t.mergeTitle}
      onAction={() => merge()}
      busy={busy}
      disabled={!preview}
    >
      <fieldset className="contact-merge-choice stack">
        <legend>{t.stays}</legend>
        {[contact, other].map((one) => (
          <Choice key={one.id} person={one} stays={one.id === stays} onChoose={() => setStays(one.id)} />
        ))}
      </fieldset>
      {error !== undefined && <ErrorState compact error={error} onRetry={retry} />}
      {error === undefined && (preview ? <Preview preview={preview} /> : <SkeletonRows count={3} />)}
    </ActionDialog>
  )
}

function Choice({ person, stays, onChoose }: { person: Person; stays: boolean; onChoose: () => void }) {
  const t = useTexts('contact').contact.drawer
  const addressOf = useShownAddress()
  const { name, urlPicture } = person
  return (
    <label className="contact-merge-person row gap-3" data-stays={stays || undefined}>
      <input type="radio" name="contact-stays" checked={stays} onChange={onChoose} />
      <Avatar name={name} src={urlPicture} size={36} />
      <span className="contact-duplicate-text">
        <bdi className="contact-duplicate-name">{name}</bdi>
        <span className="subtle tabular">{addressOf(person)}</span>
      </span>
      {!stays && <span className="note-text">{t.goes}</span>}
    </label>
  )
}

const kinds = ['tickets', 'messages', 'notes', 'tags', 'extraInfo', 'schedules'] as const

function Preview({ preview: { moves, result, twinTickets, from } }: { preview: MergePreview }) {
  const t = useTexts('contact').contact.drawer
  const format = useFormat()
  const moving = kinds.filter((kind) => moves[kind] > 0)
  return (
    <div className="contact-merge-preview stack">
      <h3>{t.moves}</h3>
      {moving.length === 0 && <p className="subtle">{t.movesNothing}</p>}
      <ul>
        {moving.map((kind) => (
          <li key={kind}>{t.moved[kind](moves[kind])}</li>
        ))}
      </ul>
      {twinTickets > 0 && <Note icon={Info}>{t.twinTickets(twinTickets)}</Note>}
      <h3>{t.result}</h3>
      <p className="row wraps">
        <bdi className="subtle">{from.name}</bdi>
        <ArrowRight size={14} aria-hidden />
        <bdi className="contact-duplicate-name">{result.name}</bdi>
        <span className="tabular">{result.number ? format.phone(result.number) : t.noNumber}</span>
        {result.email && <span>{result.email}</span>}
      </p>
    </div>
  )
}
