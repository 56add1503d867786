import type { ContactView } from '../../src/contact/contact.answers'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'
import { useAttempt } from '../ui/form/use-attempt'

/** Blocks a contact at once, with Undo, or unblocks it. `setActive` replaces the call where a model makes it. */
export function useBlockContact() {
  const texts = useTexts('contact')
  const t = texts.contact.drawer
  const { api } = useApp()
  const { toast } = useUi()
  const attempt = useAttempt()

  return async (
    { id, active }: Pick<ContactView, 'id' | 'active'>,
    setActive: (active: boolean) => Promise<unknown> = (next) =>
      api.put('/contacts/block/:id', { params: { id }, body: { active: next } }),
  ) => {
    const unblock = () => attempt(() => setActive(true), t.unblocked)
    if (!active) return void (await unblock())
    if (!(await attempt(() => setActive(false)))) return
    const action = { label: texts.ui.undo, onAction: () => void unblock() }
    toast.success(t.blocked, { detail: t.blockText, action })
  }
}
