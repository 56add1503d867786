import { useState } from 'react'
import type { FillContactListInput } from '../../src/contact-list/contact-list.contract'
import type { ContactView } from '../../src/contact/contact.answers'
import type { SessionUser } from '../../src/user/session/session.calls'
import { useApp } from '../app/app-context'
import { isAdmin } from '../app/screen-access'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Combobox } from '../ui/select/combobox'
import { Dialog } from '../ui/dialog/dialog'
import { Field } from '../ui/field/field'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import { useContactLists } from '../contact/use-contact-lists'

const atOnceMax = 500

export function mayFillLists(user: SessionUser) {
  return isAdmin(user) && user.plan.useCampaigns
}

interface AddToListDialogProps {
  count: number
  contacts?: readonly ContactView[]
  filter?: Partial<Record<string, string>>
  close: () => void
  onAdded: () => void
}

export function AddToListDialog({ count, contacts, filter, close, onAdded }: AddToListDialogProps) {
  const t = useTexts('contact').contact.bulk
  const { toast } = useUi()
  const { busy, attempt } = useBusyAttempt()
  const { lists, create } = useContactLists()
  const fill = useFill()
  const [chosen, setChosen] = useState<number | null>(null)

  async function add() {
    if (chosen === null) return
    const done = await attempt(async () => {
      const { added, known, left } = await fill(chosen, bodiesOf(contacts, filter))
      toast.success(t.listed(added, known, left))
    })
    if (!done) return
    close()
    onAdded()
  }

  return (
    <Dialog
      open
      size="s"
      title={t.listTitle(count)}
      onClose={close}
      footer={
        <Button variant="primary" disabled={chosen === null} loading={busy} onClick={() => add()}>
          {t.listAction}
        </Button>
      }
    >
      <Field label={t.list} help={t.listHelp}>
        <Combobox<number>
          value={chosen}
          options={lists.map(({ id, name, contactsCount }) => ({
            value: id,
            label: name,
            description: t.listContacts(contactsCount),
          }))}
          placeholder={t.listPlaceholder}
          onValueChange={setChosen}
          onCreate={(name) => void create(name).then((id) => id !== undefined && setChosen(id))}
        />
      </Field>
    </Dialog>
  )
}

function bodiesOf(contacts: readonly ContactView[] | undefined, filter: Partial<Record<string, string>> = {}) {
  if (!contacts) return [{ filter }]
  const ids = contacts.map(({ id }) => id)
  const parts = Array.from({ length: Math.ceil(ids.length / atOnceMax) }, (_, n) =>
    ids.slice(n * atOnceMax, (n + 1) * atOnceMax),
  )
  return parts.map((contactIds) => ({ contactIds }))
}

function useFill() {
  const { api } = useApp()
  return async (id: number, bodies: readonly FillContactListInput[]) => {
    const sum = { added: 0, known: 0, left: 0 }
    for (const body of bodies) {
      const part = await api.post('/contact-lists/:id/fill', { params: { id }, body })
      sum.added += part.added
      sum.known += part.known
      sum.left += part.left
    }
    return sum
  }
}
