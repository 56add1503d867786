import { useSignals } from '@preact/signals-react/runtime'
import { Merge, UserRoundX, Undo2 } from '../ui/icons'
import { useEffect, useState } from 'react'
import type { ContactView, DuplicateView, MergeView } from '../../src/contact/contact.answers'
import { canMergeContacts } from '../../src/contact/contact.policy'
import { useUser } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { actorOf } from '../session/session-actor'
import { Avatar } from '../ui/display/avatar'
import { Button, IconButton } from '../ui/button/button'
import { lazyPart } from '../ui/layout/lazy-part'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import { type ContactIdentityModel, createContactIdentity } from '../contact/identity/contact-identity-model'
import { useShownAddress } from '../contact/identity/use-shown-address'
import { useLiveModel } from '../app/use-live-model'

const MergeDialog = lazyPart(() =>
  import('../contact/identity/contact-merge-dialog').then((code) => code.ContactMergeDialog),
)

export function ContactIdentity({ contact }: { contact: ContactView }) {
  useSignals()
  const user = useUser()
  const mayMerge = canMergeContacts(actorOf(user))
  const identity = useLiveModel(
    (api) => createContactIdentity({ api, contactId: contact.id, mayMerge }),
    (model, live) => model.follow(live),
  )
  const [merging, setMerging] = useState<DuplicateView>()
  // The rest of the drawer works without an answer.
  useEffect(() => void identity.load().catch(() => {}), [identity])
  const duplicates = identity.duplicates.value
  const merges = identity.merges.value
  return (
    <>
      {duplicates.length > 0 && (
        <Duplicates identity={identity} duplicates={duplicates} onMerge={mayMerge ? setMerging : undefined} />
      )}
      {merges.length > 0 && <Merges identity={identity} merges={merges} />}
      {merging && (
        <MergeDialog
          identity={identity}
          contact={contact}
          other={merging.contact}
          close={() => setMerging(undefined)}
        />
      )}
    </>
  )
}

interface DuplicatesProps {
  identity: ContactIdentityModel
  duplicates: readonly DuplicateView[]
  /** Omitted for users who may not merge. */
  onMerge: ((duplicate: DuplicateView) => void) | undefined
}

function Duplicates({ identity, duplicates, onMerge }: DuplicatesProps) {
  const t = useTexts('contact').contact.drawer
  const addressOf = useShownAddress()
  const attempt = useAttempt()
  return (
    <section className="contact-part stack contact-duplicates">
      <h4>{t.duplicates}</h4>
      <ul>
        {duplicates.map((duplicate) => {
          const { contact, reason } = duplicate
          const { id, name, urlPicture } = contact
          return (
            <li key={id} className="row wraps">
              <Avatar name={name} src={urlPicture} size={32} />
              <p className="contact-duplicate-text">
                <span className="visually-hidden">{t.duplicateOf} </span>
                <bdi className="contact-duplicate-name">{name}</bdi>
                <span className="subtle tabular">{addressOf(contact)}</span>
                <span className="subtle">{t.reasons[reason]}</span>
              </p>
              <IconButton
                icon={UserRoundX}
                label={`${t.notSame}: ${name}`}
                size="s"
                onClick={() => attempt(() => identity.keepApart(id), t.keptApart)}
              />
              {onMerge && (
                <Button size="s" icon={Merge} onClick={() => onMerge(duplicate)}>
                  {t.merge}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {!onMerge && <p className="contact-nothing">{t.onlyAdmins}</p>}
    </section>
  )
}

function Merges({ identity, merges }: { identity: ContactIdentityModel; merges: readonly MergeView[] }) {
  const t = useTexts('contact').contact.drawer
  const format = useFormat()
  const { confirm } = useUi()
  const attempt = useAttempt()

  async function undo({ id, name }: MergeView) {
    const question = { title: t.undoTitle(name), text: t.undoText, action: t.undoAction }
    if (await confirm(question)) await attempt(() => identity.undo(id), t.undone)
  }

  return (
    <section className="contact-part stack">
      <h4>{t.merges}</h4>
      <ul>
        {merges.map((merge) => {
          const { id, name, number, user, createdAt } = merge
          const at = format.dateTime(createdAt)
          return (
            <li key={id} className="row wraps">
              <p className="contact-duplicate-text">
                <bdi className="contact-duplicate-name">{name}</bdi>
                <span className="subtle tabular">{number ? format.phone(number) : t.noNumber}</span>
                <span className="subtle">{user ? t.mergedBy(user.name, at) : t.mergedByItself(at)}</span>
              </p>
              <Button size="s" icon={Undo2} onClick={() => undo(merge)}>
                {t.undo}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
